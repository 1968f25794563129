#include "engine/base/quantity.h"

namespace lesson {

std::string_view unit_symbol(Unit unit) {
  switch (unit) {
    case Unit::none:
    case Unit::exact:
      return "";
    case Unit::ratio:
      return "ratio";
    case Unit::bytes:
      return "B";
    case Unit::bytes_per_param:
      return "B/parameter";
    case Unit::bytes_per_token:
      return "B/token";
    case Unit::bytes_per_s:
      return "B/s";
    case Unit::bits:
      return "bit";
    case Unit::bits_per_param:
      return "bit/parameter";
    case Unit::flops:
      return "FLOP";
    case Unit::flops_per_s:
      return "FLOP/s";
    case Unit::flops_per_token:
      return "FLOP/token";
    case Unit::flops_per_byte:
      return "FLOP/B";
    case Unit::params:
      return "parameter";
    case Unit::tokens:
      return "token";
    case Unit::tokens_per_s:
      return "token/s";
    case Unit::tokens_per_param:
      return "token/parameter";
    case Unit::seconds:
      return "s";
    case Unit::gpu_hours:
      return "GPU-hour";
    case Unit::gpus:
      return "GPU";
    case Unit::usd:
      return "USD";
    case Unit::usd_per_gpu_hour:
      return "USD/GPU-hour";
    case Unit::watts:
      return "W";
    case Unit::kwh:
      return "kWh";
    case Unit::kg_co2:
      return "kg CO2";
    case Unit::kg_per_kwh:
      return "kg/kWh";
  }
  return "";
}

}  // namespace lesson

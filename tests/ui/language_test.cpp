// Every lab and every number in each other language: no word that the language's table does not have, and the same layout rules as in
// English. Words are compared in ASCII pieces of three letters and more; names, ids and citations stand in no table.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <string>

#include "app/json.h"
#include "app/language_json.h"
#include "engine/base/language.h"
#include "engine/catalog/catalog.h"
#include "engine/numeric/format_table.h"
#include "screen.h"

namespace lesson::test {
namespace {

// Words of citations, units and of formulas' letters, which are the same in every language.
constexpr std::string_view kAnywhere =
    "arXiv jax scaling book inference roofline deepspeed runtime zero estimate zero2 zero3 NVIDIA NeMo Automodel Hypercomputer maxtext "
    "EleutherAI transformer math Hugging Face training anatomy page cookbook optimizer table MT NLG PR IEEE OCP Point Specification Floating "
    "OFP8 Microscaling Formats ggml org common architecture whitepaper Bakeer atlas appendix sbh sbV GFLOP FLOP TFLOP PFLOP MFLOP kFLOP GiB MiB KiB TiB PiB MWh "
    "kWh HFU MFU max min log EFLOP Lion Muon AdamW gemm wasm relaxed scalar ijk";

std::string table_of(const std::string& code) {
  std::ifstream file(std::string(LESSON_SOURCE_DIR) + "/assets/lang/" + code + ".json", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> codes() {
  std::vector<std::string> found;
  for (const auto& file : std::filesystem::directory_iterator(LESSON_SOURCE_DIR "/assets/lang"))
    found.push_back(file.path().stem().string());
  return found;
}

std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> words;
  std::string word;
  const auto end = [&] {
    if (word.size() >= 3) words.insert(word);
    word.clear();
  };
  for (const char c : text) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
      word += c;
    else
      end();
  }
  end();
  return words;
}

// What the language may say: its table, and what has no translation.
class Vocabulary {
 public:
  explicit Vocabulary(const App& app) {
    for (const auto& [key, text] : language().texts) add(text);
    add(kAnywhere);
    for (const Device& device : devices()) add_names({device.id, device.name}, device.source);
    for (const Model& model : models()) add_names({model.id, model.name}, model.source);
    for (const Run& run : runs()) add_names({run.id, run.name, run.device_as_reported}, run.source);
    for (const Achievable& row : achievable()) add_names({}, row.source);
    for (const PeakTrap& trap : peak_traps()) add_names({}, trap.source);
    for (const NumberFormat& format : number_formats()) add_names({format.id, format.name}, format.source);
    for (const ui::KernelInfo& kernel : app.host().kernels) add_names({kernel.id, kernel.label});
    for (const ParamSpec& spec : params())
      if (spec.kind == ParamKind::choice)
        for (const Choice& choice : spec.choices({})) add_names({choice.id});
    for (const std::string_view word : {"the", "and", "for"}) words_.erase(std::string(word));
    std::ranges::sort(sources_, std::ranges::greater(), &std::string::size);
  }

  void check(std::string_view text, std::string_view where) {
    if (!seen_.emplace(text).second) return;
    std::string own(text);
    for (const std::string& name : sources_)
      for (std::size_t at = own.find(name); at != std::string::npos; at = own.find(name, at + 1)) own.replace(at, name.size(), 1, ' ');
    for (const std::string& word : words_of(own))
      if (!words_.contains(word)) FAIL_CHECK("\"" << word << "\" is no word of the language: " << where << ": " << text);
  }
  std::size_t seen() const { return seen_.size(); }

 private:
  void add(std::string_view text) { words_.merge(words_of(text)); }
  void add_names(std::initializer_list<std::string_view> names, std::string_view source = {}) {
    for (const std::string_view name : names) add(name);
    if (source.size() >= 12) sources_.emplace_back(source);
  }

  std::set<std::string> words_, seen_;
  std::vector<std::string> sources_;  // the longest first
};

void check_json(Vocabulary& vocabulary, const Json& json, const std::string& where) {
  if (json.is_array())
    for (const Json& entry : json) check_json(vocabulary, entry, where);
  if (!json.is_object()) return;
  for (const auto& [key, value] : json.items()) {
    if (value.is_structured()) check_json(vocabulary, value, where + " " + key);
    // Names, units and ids are those of links and scripts.
    const bool text = !(key == "name" && json.contains("label")) && key != "unit" && key != "id" && key != "key" && key != "section" &&
                      key != "kind" && key != "scale" && key != "nav" && key != "source_id";
    if (text && value.is_string()) vocabulary.check(value.get<std::string>(), where + " " + key);
  }
}

void check_numbers(Vocabulary& vocabulary, const App& app) {
  check_json(vocabulary, to_json(all_results(app.state().inputs, app.measured()), ByteUnit::gb), "results");
  if (const auto published = chosen_runs(app.state().inputs.runs)) check_json(vocabulary, to_json(*published, ByteUnit::gb), "runs");
}

void check_canvas(Vocabulary& vocabulary, const Screen& screen, const std::string& what) {
  check_drawn(screen, what);
  for (const ui::DrawnText& text : screen.drawn)
    if (!text.text.contains("…")) vocabulary.check(text.text, what);
}

struct Speaking {
  explicit Speaking(const std::string& code) {
    const Result<void> taken = use_language(table_of(code));
    REQUIRE_MESSAGE(taken.has_value(), (taken ? "" : taken.error().message));
  }
  ~Speaking() { (void)set_language({}); }
};

}  // namespace

TEST_CASE("languages: what the page is made of") {
  for (const std::string& code : codes()) {
    const Speaking speaking(code);
    const Screen screen;
    Vocabulary vocabulary(screen.app);
    Json spec = spec_json({});
    spec.erase("sections");  // the prose's own words: tests/scripts compares its files
    check_json(vocabulary, spec, code);
    CHECK(vocabulary.seen() > 300);
  }
}

TEST_CASE("languages: every number, over random states and every choice") {
  for (const std::string& code : codes()) {
    const Speaking speaking(code);
    Screen screen;
    add_kernels(screen.app);
    Vocabulary vocabulary(screen.app);
    std::mt19937 random(11);
    const auto pick = [&](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); };
    for (const ParamSpec& spec : params())
      for (const std::string& value : values_of(screen.app.state(), spec)) {
        const SetOutcome outcome = screen.app.set(spec.key, value, Written::plainly);
        vocabulary.check(outcome.note, spec.key);
        check_numbers(vocabulary, screen.app);
        screen.app.reset(spec.section());
      }
    for (int round = 0; round < 300; ++round) {
      if (round == 150) add_measurements(screen.app);
      for (const ParamSpec& spec : params()) {
        if (pick(2) == 0) continue;
        const std::vector<std::string> values = values_of(screen.app.state(), spec);
        screen.app.set(spec.key, values[pick(values.size())], Written::plainly);
      }
      check_numbers(vocabulary, screen.app);
      for (const ParamSpec& spec : params()) {
        vocabulary.check(screen.app.state().shown(spec), spec.key);
        for (const char* typed : {"", "nothing", "-1", "1e300", "3.5"}) {
          LessonState copy = screen.app.state();
          const std::string note = copy.set(spec.key, typed).note;
          if (!note.contains('"')) vocabulary.check(note, spec.key);
        }
      }
    }
    CHECK(vocabulary.seen() > 2000);
  }
}

TEST_CASE("languages: every lab, at every width") {
  for (const std::string& code : codes()) {
    const Speaking speaking(code);
    Screen screen;
    add_kernels(screen.app);
    Vocabulary vocabulary(screen.app);
    std::mt19937 random(12);
    const auto pick = [&](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); };
    constexpr struct {
      float width, height;
      bool touch;
    } kSizes[] = {{320, 560, true}, {390, 640, true}, {620, 640, false}, {1000, 700, false}, {1400, 900, false}};
    for (int round = 0; round < 240; ++round) {
      if (round == 120) add_measurements(screen.app);
      const SectionSpec& section = sections()[static_cast<std::size_t>(round) % sections().size()];
      screen.app.show(section.id);
      const auto& size = kSizes[pick(std::size(kSizes))];
      screen.resize(size.width, size.height, size.touch);
      std::string state(section.id);
      for (const ParamSpec* spec : params_of(section.id)) {
        const std::vector<std::string> values = values_of(screen.app.state(), *spec);
        const std::string& value = values[pick(values.size())];
        screen.app.set(spec->key, value, Written::plainly);
        state += " " + std::string(spec->name()) + "=" + value;
      }
      screen.settle();
      const std::string more(tr("More choices"));
      if (screen.shows(more)) screen.click(screen.find(more));
      check_canvas(vocabulary, screen, state);
      for (const char* view : {"Speed", "Implementations", "Running", "Batch", "Table", "Train it here"}) {
        const std::string shown(tr(view));
        if (std::ranges::none_of(screen.drawn, [&](const auto& text) { return text.text == shown; })) continue;
        screen.click(screen.find(shown));
        check_canvas(vocabulary, screen, state + ", " + view);
      }
    }
  }
}

}  // namespace lesson::test

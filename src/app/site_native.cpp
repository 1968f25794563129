#include "app/site_native.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>

#include "engine/base/format.h"

namespace lesson {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestFile = 64u << 20;

std::string type_of(const fs::path& path) {
  static constexpr auto kTypes = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{".html", "text/html; charset=utf-8"},
       {".css", "text/css; charset=utf-8"},
       {".js", "text/javascript; charset=utf-8"},
       {".mjs", "text/javascript; charset=utf-8"},
       {".json", "application/json"},
       {".wasm", "application/wasm"},
       {".svg", "image/svg+xml"},
       {".png", "image/png"},
       {".jpg", "image/jpeg"},
       {".ico", "image/x-icon"},
       {".webp", "image/webp"},
       {".ttf", "font/ttf"},
       {".otf", "font/otf"},
       {".woff2", "font/woff2"},
       {".webmanifest", "application/manifest+json"},
       {".map", "application/json"},
       {".csv", "text/csv; charset=utf-8"},
       {".txt", "text/plain; charset=utf-8"},
       {".xml", "application/xml"}});
  const std::string extension = path.extension().string();
  const auto found = std::ranges::find(kTypes, extension, [](const auto& entry) { return entry.first; });
  return std::string(found == kTypes.end() ? "application/octet-stream" : found->second);
}

// FNV-1a, 64 bits: enough to tell versions of a file apart.
std::string hash_of(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : bytes) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001b3u;
  return fmt::format("{:016x}", hash);
}

// name.0123abcd.js: at least eight lower-case hexadecimal digits between two dots.
bool has_hash(const fs::path& path) {
  const std::string middle = path.stem().extension().string();
  return middle.size() >= 9 && std::all_of(middle.begin() + 1, middle.end(),
                                           [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

Result<std::string> read(const fs::path& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error || size > kLargestFile)
    return fail(ErrorCode::io,
                "Cannot serve " + lesson::quoted(path.string()) + "; it is larger than 64 MB or cannot be read.");
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file && !file.eof())
    return fail(ErrorCode::io, "Cannot read " + lesson::quoted(path.string()) + "; check its permissions.");
  return bytes;
}

bool hidden(const fs::path& relative) {
  return std::ranges::any_of(relative, [](const fs::path& part) { return part.string().starts_with('.'); });
}

std::string missing(const fs::path& folder) {
  return "There is no built page in " + lesson::quoted(folder.string()) +
         "; build it with scripts/run --build-only, or name its folder with --site DIR.";
}

// The coding that a file's name says it is packed with; empty when it is not.
std::string_view coding_of(const fs::path& path) {
  if (path.extension() == ".br") return "br";
  if (path.extension() == ".gz") return "gzip";
  return {};
}

}  // namespace

Result<Site> Site::load(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_regular_file(folder / "index.html", error)) return fail(ErrorCode::io, missing(folder));
  Site site;
  std::multimap<std::string, Packed> compressed;
  for (auto entry = fs::recursive_directory_iterator(folder, error);
       !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const fs::path relative = fs::relative(entry->path(), folder, error);
    if (error || hidden(relative) || !entry->is_regular_file()) continue;
    auto bytes = read(entry->path());
    if (!bytes) return std::unexpected(bytes.error());
    const std::string name = "/" + relative.generic_string();
    if (const std::string_view coding = coding_of(relative); !coding.empty()) {
      compressed.emplace(name.substr(0, name.size() - 3), Packed{coding, std::move(*bytes)});
      continue;
    }
    SiteFile file;
    file.type = type_of(relative);
    file.etag = "\"" + hash_of(*bytes) + "\"";
    file.immutable = has_hash(relative);
    file.bytes = std::move(*bytes);
    site.files_[name] = std::move(file);
  }
  if (error)
    return fail(ErrorCode::io,
                "Cannot read the folder " + lesson::quoted(folder.string()) + "; check its permissions.");
  for (auto& [name, packed] : compressed) {
    if (const auto file = site.files_.find(name); file != site.files_.end()) {
      file->second.packed.push_back(std::move(packed));
    }
  }
  for (auto& [name, file] : site.files_) {
    std::ranges::sort(file.packed, {}, [](const Packed& packed) { return packed.bytes.size(); });
  }
  return site;
}

const SiteFile* Site::find(std::string_view path) const {
  const std::string name = path.ends_with('/') ? std::string(path) + "index.html" : std::string(path);
  const auto file = files_.find(name);
  return file == files_.end() ? nullptr : &file->second;
}

std::optional<fs::path> find_site() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& folder : {program / ".." / "share" / "lesson", program / ".." / "web"}) {
    if (fs::is_regular_file(folder / "index.html", error)) return folder.lexically_normal();
  }
  return std::nullopt;
}

Result<Site> load_site(const fs::path& named) {
  const std::optional<fs::path> folder = named.empty() ? find_site() : std::optional(named);
  if (!folder)
    return fail(ErrorCode::io,
                "There is no built page beside this program; build it with scripts/run --build-only, or name its folder "
                "with --site DIR.");
  return Site::load(*folder);
}

}  // namespace lesson

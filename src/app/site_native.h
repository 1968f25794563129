// The built site in memory: every file that may be served, by its path. What is not in this table does not exist for
// the server, so a request can reach nothing else on the disk. Read once; immutable afterwards.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace lesson {

struct Packed {
  std::string_view coding;  // as HTTP names it: "br", "gzip"
  std::string bytes;
};

struct SiteFile {
  std::string bytes;
  std::vector<Packed> packed;  // from NAME.br and NAME.gz beside it, smallest first
  std::string type;            // "application/wasm"
  std::string etag;            // of the content, in quotation marks
  bool immutable = false;      // the name holds a hash: name.0123abcd.js
};

class Site {
 public:
  // A folder with index.html. Hidden files are left out; NAME.br and NAME.gz become the compressed forms of NAME.
  static Result<Site> load(const std::filesystem::path& folder);

  // By a request's path: "/", "/lesson.css". Null when there is none.
  const SiteFile* find(std::string_view path) const;

 private:
  std::map<std::string, SiteFile, std::less<>> files_;
};

// The folder that is served when none is named: ../share/lesson beside the program, else ../web beside it (build/web).
std::optional<std::filesystem::path> find_site();
// That one, or the folder that is named.
Result<Site> load_site(const std::filesystem::path& named);

}  // namespace lesson

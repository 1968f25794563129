#include "ui/widgets/choice_row.h"

#include <algorithm>
#include <cctype>

#include "engine/base/language.h"
#include "imgui_internal.h"
#include "ui/widgets/touchable.h"
#include "ui/widgets/widgets.h"

namespace lesson::ui {
namespace {

constexpr std::size_t kSearchFrom = 14;  // a list this long gets a search field

bool matches(const Choice& choice, std::string_view search) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  const auto in = [&](const std::string& text) {
    return std::search(text.begin(), text.end(), search.begin(), search.end(), same) != text.end();
  };
  return search.empty() || in(choice.label) || in(std::string(tr(choice.label))) || in(choice.id);
}

// All choices; of the implementations only those that multiply in the section's number format.
std::vector<Choice> offered(const Lab& lab, const ParamSpec& spec) {
  std::vector<Choice> choices = spec.choices(lab.state.environment);
  if (spec.name() != "kernel") return choices;
  const std::string dtype = lab.choice("dtype");
  std::vector<Choice> fitting;
  for (Choice& choice : choices) {
    const auto known = std::ranges::find(lab.host.kernels, choice.id, &KernelInfo::id);
    if (known == lab.host.kernels.end())
      fitting.push_back(std::move(choice));
    else if (known->dtype == dtype)
      fitting.push_back({known->id, known->label});
  }
  return fitting;
}

// The open list. Returns the index of what was picked, or -1.
int open_list(Lab& lab, const Rect& box, ImGuiID popup, std::span<const Choice> choices, std::string_view chosen) {
  const Painter& paint = lab.paint;
  const Theme& theme = paint.theme;
  const float row_height = lab.metrics.touch ? 44.0f : 32.0f, pad = 4;
  const bool searchable = choices.size() >= kSearchFrom;
  const float search_height = searchable ? row_height + 6 : 0;

  float width = box.width();
  for (const Choice& choice : choices) width = std::max(width, paint.measure(choice.label, {.size = kBody}).x + 50);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  width = std::min(width, screen.x - 16);
  const float wish = row_height * static_cast<float>(choices.size()) + 2 * pad + search_height;
  const float below = screen.y - box.max.y - 12, above = box.min.y - 12;
  const bool up = below < std::min(wish, 220.0f) && above > below;
  const float height = std::min({wish, std::max(up ? above : below, 120.0f), 380.0f});
  ImGui::SetNextWindowPos(
      {std::clamp(box.max.x - width, 8.0f, box.min.x), up ? box.min.y - 4 - height : box.max.y + 4});
  ImGui::SetNextWindowSize({width, height});
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                                 ImGuiWindowFlags_NoSavedSettings;
  if (!ImGui::BeginPopupEx(popup, flags)) return -1;

  int picked = -1, first = -1;
  bool entered = false;  // in the search field: takes the first that fits
  const bool appearing = ImGui::IsWindowAppearing();
  if (appearing) lab.memory.search[0] = '\0';
  Painter in_popup = paint;
  in_popup.draw_on(ImGui::GetWindowDrawList());
  in_popup.float_above();
  if (searchable) {
    ImGui::SetCursorPos({pad + 4, pad + 4 + ImGui::GetScrollY()});
    ImGui::SetNextItemWidth(width - 2 * pad - 8 - 6);
    ImGui::PushFont(nullptr, kBody);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {8, (row_height - 6 - kBody) / 2});
    if (appearing && !lab.metrics.touch) ImGui::SetKeyboardFocusHere();
    entered = ImGui::InputTextWithHint("##search", std::string(tr("Search")).c_str(), lab.memory.search, sizeof lab.memory.search,
                                       ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::PopStyleVar();
    ImGui::PopFont();
  }
  ImGui::SetCursorPos({0, search_height});
  ImGui::BeginChild("rows", {width, height - search_height - 1}, ImGuiChildFlags_NavFlattened,
                    ImGuiWindowFlags_NoBackground);
  in_popup.draw_on(ImGui::GetWindowDrawList());
  ImVec2 at = ImGui::GetCursorScreenPos();
  at.y += pad;
  int shown_rows = 0;
  const float rows_width = ImGui::GetContentRegionAvail().x;  // less the scroll bar
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (!matches(choices[i], lab.memory.search)) continue;
    if (first < 0) first = static_cast<int>(i);
    const Rect row{{at.x + pad, at.y}, {at.x + rows_width - pad, at.y + row_height}};
    const bool is_chosen = choices[i].id == chosen;
    const Touch touch = touchable(row, choices[i].id);
    if (is_chosen && appearing) {
      ImGui::SetItemDefaultFocus();
      ImGui::SetScrollFromPosY(row.center().y - ImGui::GetWindowPos().y);
    }
    if (touch.hovered || touch.focused) in_popup.box(row, theme.wash, 5);
    if (touch.focused) in_popup.frame(row, theme.accent, 5, 2);
    if (is_chosen) in_popup.disc({row.min.x + 10, row.center().y}, 3, theme.accent);
    const TextStyle style{.size = kBody, .colour = is_chosen ? theme.accent : theme.ink};
    in_popup.text({row.min.x + 20, row.center().y - kBody / 2},
                  in_popup.fitted(choices[i].label, style, row.width() - 26), style);
    if (touch.pressed) picked = static_cast<int>(i);
    at.y += row_height;
    ++shown_rows;
  }
  if (shown_rows == 0) {
    in_popup.text({at.x + 20, at.y + 8}, "Nothing has that name.", {.size = kCaption, .colour = theme.soft});
    at.y += row_height;
  }
  ImGui::SetCursorScreenPos({at.x, at.y});
  ImGui::Dummy({1, pad});
  ImGui::EndChild();
  if (entered && lab.memory.search[0] != '\0') picked = first;
  if (picked >= 0) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return picked;
}

}  // namespace

bool choice_row(Lab& lab, const ParamSpec& spec, float label_width) {
  const Painter& paint = lab.paint;
  const Theme& theme = paint.theme;
  const std::vector<Choice> choices = offered(lab, spec);
  const std::string chosen = lab.state.text(spec);
  const auto found = std::ranges::find(choices, chosen, &Choice::id);
  const int index = found == choices.end() ? -1 : static_cast<int>(found - choices.begin());

  const Rect row = lab.flow.take(lab.metrics.row);
  const float height = std::min(row.height() - 2, lab.metrics.touch ? 40.0f : 32.0f);
  const Rect box{{row.min.x + label_width, row.center().y - height / 2}, {row.max.x, row.center().y + height / 2}};

  lab.controls.push_back({std::string(spec.key), box});
  std::vector<std::string> labels;
  for (const Choice& choice : choices) labels.push_back(choice.label);
  if (choices.size() > 1 && choices.size() <= 4 && segments_width(lab, labels) <= box.width()) {  // one alone may get company: it opens as a list
    const int picked = segments_at(lab, box, spec.key, labels, index);
    if (picked == index) return false;
    lab.set(spec, choices[static_cast<std::size_t>(picked)].id);
    return true;
  }

  const Touch touch = touchable(box, spec.key);
  const ImGuiID popup = ImGui::GetCurrentWindow()->GetID((std::string(spec.key) + " list").c_str());
  if (touch.pressed) ImGui::OpenPopupEx(popup);
  const bool open = ImGui::IsPopupOpen(popup, ImGuiPopupFlags_None);
  paint.box(box, theme.panel, kRadius);
  paint.frame(box, open ? theme.accent : touch.hovered ? theme.soft : mix(theme.line, theme.soft, 0.25f), kRadius);
  const TextStyle style{.size = kBody};
  paint.text({box.min.x + 10, box.center().y - kBody / 2},
             paint.fitted(index < 0 ? "" : labels[static_cast<std::size_t>(index)], style, box.width() - 38), style);
  paint.chevron({box.max.x - 16, box.center().y}, 9, theme.soft, open);
  if (touch.focused) paint.focus_ring(box, kRadius);

  const int picked = open ? open_list(lab, box, popup, choices, chosen) : -1;
  if (picked < 0 || picked == index) return false;
  lab.set(spec, choices[static_cast<std::size_t>(picked)].id);
  return true;
}

}  // namespace lesson::ui

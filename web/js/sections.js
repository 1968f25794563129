// Which section the reader is in: marked in the navigation, and told to whoever asks.
export class Sections {
  #links = new Map();
  #nav;
  #current = "";
  onSection = () => {};

  constructor(nav, chapters) {
    this.#nav = nav;
    for (const link of nav.querySelectorAll("a")) this.#links.set(link.hash.slice(1), link);
    // A line a little above the middle of the window: the section that crosses it is the one being read.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (entry.isIntersecting) this.#mark(entry.target.id);
          else if (entry.target.id === this.#current) this.#mark("");
        }
      },
      { rootMargin: "-40% 0px -60% 0px" },
    );
    for (const chapter of chapters) observer.observe(chapter);
  }

  get current() {
    return this.#current;
  }

  #mark(id) {
    if (id === this.#current) return;
    this.#links.get(this.#current)?.removeAttribute("aria-current");
    this.#current = id;
    const link = this.#links.get(id);
    if (link) {
      link.setAttribute("aria-current", "location");
      this.#bringIntoView(link);
    }
    this.onSection(id);
  }

  // On narrow screens the row of sections scrolls; only it does, never the page.
  #bringIntoView(link) {
    const room = this.#nav.getBoundingClientRect(),
      place = link.getBoundingClientRect();
    if (place.left < room.left || place.right > room.right) {
      this.#nav.scrollLeft += place.left - room.left - (room.width - place.width) / 2;
    }
  }
}

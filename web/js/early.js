// Before the first picture: a page that shows one lab must not flash the whole lesson, and "?lang=de" goes to the German page with
// everything else that the address says. Too small to wait for.
const query = new URLSearchParams(location.search);
if (query.has("embed")) document.documentElement.classList.add("embed");
const other = [...document.querySelectorAll("link[hreflang]")].find((link) => link.hreflang === query.get("lang"));
if (other && other.hreflang !== document.documentElement.lang) location.replace(other.href + location.search + location.hash);

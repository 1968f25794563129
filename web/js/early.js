// Before the first picture: a page that shows one lab must not flash the whole lesson. Too small to wait for.
if (new URLSearchParams(location.search).has("embed")) document.documentElement.classList.add("embed");

// Values stored in the browser: for this tab, or for all visits. Without access to storage nothing is stored.

const AREAS = { tab: () => sessionStorage, browser: () => localStorage };

/// The stored text; null for none.
export function load(area, key) {
  try {
    return AREAS[area]().getItem(key);
  } catch {
    return null;
  }
}

/// Stores a text; null deletes it.
export function store(area, key, text) {
  try {
    if (text === null) AREAS[area]().removeItem(key);
    else AREAS[area]().setItem(key, text);
  } catch {
    // The value lasts as long as the page.
  }
}

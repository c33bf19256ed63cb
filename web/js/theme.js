// A classic script, loaded before anything is drawn, so that a chosen theme does not flash.
(() => {
  try {
    const theme = localStorage.getItem("ennead.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // No storage: the system's theme it is.
  }
})();

// A classic script that runs before the first paint, so that the default theme does not flash.
(() => {
  try {
    const theme = localStorage.getItem("ennead.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage, the page follows the system's theme.
  }
})();

// The media types of the site's files.

const TYPES = {
  css: "text/css",
  html: "text/html",
  js: "text/javascript",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
};

/** @param {string} file */
export const mime = (file) => TYPES[file.split(".").pop()] ?? "application/octet-stream";

// The hook behind resolve.js: `../../js/…` from a game's folder is `web/js/…`.

const WEB = new URL("../", import.meta.url);
const FROM_GAME = /\/games\/[^/]+\/web\//;

export function resolve(specifier, context, next) {
  const isShared = specifier.startsWith("../../js/") && FROM_GAME.test(context.parentURL ?? "");
  const address = isShared ? new URL(specifier.slice("../../".length), WEB).href : specifier;
  return next(address, context);
}

// The OpenAPI document: it is valid and declares every response.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Server } from "./harness.js";

const server = await Server.start();
after(() => server.end());
const document = await server.call("GET", "/api/openapi.json");

const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({ name: `${method} ${path}`, ...call })),
);

test("a validator accepts it", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert(valid, JSON.stringify(errors));
});

test("every response is described, and every way to prove a seat declared", () => {
  const schemes = Object.keys(document.components.securitySchemes);
  for (const { name, responses, security = [] } of calls) {
    for (const [status, { description }] of Object.entries(responses))
      assert(description, `${name}: ${status} without a description`);
    for (const scheme of security.flatMap(Object.keys))
      assert(schemes.includes(scheme), `${name}: ${scheme}`);
  }
});

test("every status that a call answers with is declared", async () => {
  const { id, tokens } = await server.match({ game: "ttt", seats: ["person", "person"] });
  for (const { name, responses } of calls) {
    const [method, path] = name.split(" ");
    for (const at of [id, "AAAAAAAAAAA", "nonsense"])
      for (const [token, body] of [
        ["", "{"],
        ["A".repeat(22), "{}"],
        [tokens[0], "{}"],
      ]) {
        const answer = await fetch(server.url + path.replace("{id}", at), {
          method: method.toUpperCase(),
          headers: {
            "content-type": "application/json",
            ...(token && { authorization: `Bearer ${token}` }),
          },
          body: method === "get" ? undefined : body,
        });
        const { status } = answer;
        const declared = responses[status] ?? (answer.ok ? undefined : responses.default);
        assert(declared, `${name}: ${status}`);
        if (!answer.ok) assert((await answer.json()).error.code, `${name}: ${status}`);
      }
  }
});

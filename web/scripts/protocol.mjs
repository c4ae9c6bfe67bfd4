// Turns the protocol's JSON Schema (on stdin, with the constants beside it) into TypeScript (on stdout).
// Run by tools/generate.py, which knows the Python side; this side only knows how good types look.
import { compile } from "json-schema-to-typescript";

const HEADER = "// Made by tools/generate.py from the message types of the server. Do not edit: run the tool again.";

/** Two things json-schema-to-typescript cannot say by itself: fixed tuples, and objects whose keys are an enum. */
function refine(node) {
  if (Array.isArray(node)) return node.map(refine);
  if (node === null || typeof node !== "object") return node;
  const { prefixItems, propertyNames, discriminator: _, default: __, ...rest } = node;
  const out = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, refine(value)]));
  if (typeof out.description === "string") out.description = out.description.split("\n\n")[0].replaceAll("``", "`");
  if (prefixItems) {
    out.items = refine(prefixItems);
    out.additionalItems = false;
  }
  const key = propertyNames?.$ref?.split("/").pop();
  if (key) return { ...out, tsType: `{ [key in ${key}]?: ${typeName(node.additionalProperties)} }` };
  if (out.type === "object" && out.additionalProperties === undefined) out.additionalProperties = false;
  return out;
}

function typeName(schema) {
  if (schema.$ref) return schema.$ref.split("/").pop();
  return schema.type === "integer" ? "number" : schema.type;
}

async function read(stream) {
  let text = "";
  for await (const chunk of stream) text += chunk;
  return text;
}

const { schema, constants } = JSON.parse(await read(process.stdin));
const { FromClient, FromServer } = schema.properties;
const events = schema.$defs.Events.properties.events;
const PublicEvent = {
  ...events.items,
  title: "PublicEvent",
  description: "What can happen at a table, as all see it.",
};
events.items = { $ref: "#/$defs/PublicEvent" };
const root = {
  title: "Message",
  description: schema.description,
  anyOf: [{ $ref: "#/$defs/FromClient" }, { $ref: "#/$defs/FromServer" }],
  $defs: JSON.parse(
    JSON.stringify(
      refine({
        FromClient: { ...FromClient, title: "FromClient", description: "What a client may send." },
        FromServer: { ...FromServer, title: "FromServer", description: "What the server sends." },
        PublicEvent,
        ...schema.$defs,
      }),
    ),
  ),
};
const options = {
  additionalProperties: false,
  bannerComment: "",
  format: true,
  style: { printWidth: 120, singleQuote: false },
};
let types = await compile(root, "Message", options);
// Types that are only named as keys or values of such objects are not found by the compiler: they are added one by one.
for (const [name, definition] of Object.entries(root.$defs)) {
  if (new RegExp(`^export (type|interface) ${name}\\b`, "m").test(types)) continue;
  const alone = { ...definition, $defs: root.$defs };
  types += await compile(alone, name, { ...options, declareExternallyReferenced: false });
}
const values = Object.entries(constants).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`);
process.stdout.write(`${HEADER}\n\n${types}\n${values.join("")}`);

// Creates a plant and handles a documented error, with the types that openapi-typescript
// generates and the calls of openapi-fetch. `cargo xtask clients` compiles and runs it.

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { paths } from "./schema.d.ts";

const { PLANT_STORE_URL: baseUrl, PLANT_STORE_TOKEN: token } = process.env;
const headers = { Authorization: `Bearer ${token}` };
const client = createClient<paths>({ baseUrl, headers });

const created = await client.POST("/plants", { body: { id: 1, name: "Aloe vera" } });
assert.equal(created.data?.name, "Aloe vera");
assert.equal(created.data.tag, undefined);

const refused = await client.POST("/plants", { body: { id: 1, name: "Basil" } });
assert.equal(refused.response.status, 400);
assert.equal(refused.error?.error, 110);
assert.equal(refused.error.message, "The id 1 belongs to a different plant.");

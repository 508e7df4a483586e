import { serve } from '../lib/raw-server.mjs'
import { COUNT, TEXT } from '../lib/schema.mjs'

const NAMES = [
  ['bad_boolean', 'bad_capability', 'bad_condition', 'bad_effects', 'bad_input', 'bad_size', 'bad_time', 'bad_version'],
  ['condition_not_boolean', 'condition_unknown_field', 'duplicate_key', 'good', 'good_yml', 'missing_contract'],
  ['schema_missing', 'schema_outside', 'test_breaks_precondition', 'twice', 'unknown_key'],
].flat()

serve(
  Object.fromEntries(
    NAMES.map((toolName) => [
      toolName,
      {
        description: 'Counts lines.',
        input: { lines: { type: 'array', items: TEXT } },
        output: { count: COUNT },
        run: (/** @type {{ lines: string[] }} */ { lines }) => ({ count: lines.length }),
      },
    ]),
  ),
)

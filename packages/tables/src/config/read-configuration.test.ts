import { stringify } from 'yaml'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { problemLine } from './configuration-error.ts'
import { configurations } from './configurations.test-data.ts'
import { readConfiguration } from './read-configuration.ts'

const ROOT = "The configuration must be a mapping with the keys 'version' and 'tables', but is"
const COMMENT = 'Comments start with #, in JSON too: // and /* are not read as comments.'

/** A configuration with nothing wrong; cases replace some of its lines. */
const GOOD: string = `version: "1.0.0"
tables:
  - tableName: mood_entries
    toolId: log-mood
    displayName: Mood entry
    description: Log how somebody feels
    fields:
      - { name: user_id, label: User, dataType: text, required: true, minLength: 1, maxLength: 50 }
      - name: energy_level
        label: Energy
        dataType: integer
        required: true
        min: 1
        max: 10
      - { name: mood, label: Mood, dataType: enum, required: true, enumValues: [happy, sad] }
      - { name: weight, label: Weight, dataType: numeric, required: false, precision: 5, scale: 2 }
      - { name: at, label: At, dataType: datetime, required: true, minDate: 2020-01-01T00:00:00Z }
      - { name: secret, label: Secret, dataType: text, required: false, sensitive: true }
      - { name: extra, label: Extra, dataType: json, required: false }
    columnMappings: { user_id: telegram_user_id }
    constraints: { unique: [[user_id, at]] }
    successMessage: "Logged for {user_id}"
    approval: never
    capabilities: [CREATE]
metadata: { owner: us }
`

type Lines = Readonly<Record<number, string>>

/** What is wrong, the lines that make it so, and what is said of it. */
const BAD: readonly (readonly [title: string, lines: Lines, said: readonly string[]])[] = [
  [
    'an unknown key at the top',
    { 25: 'metadta: {}' },
    ["25:1: Unknown key 'metadta' in the configuration. Did you mean 'metadata'?"],
  ],
  [
    'an unknown key of a table',
    { 23: '    aproval: never' },
    ["23:5: Unknown key 'aproval' in a table. Did you mean 'approval'?"],
  ],
  [
    'an unknown key of a field',
    { 14: '        maximum: 10' },
    [
      "14:9: Unknown key 'maximum' in an integer field. Allowed: name, label, required, sensitive, dataType, min, max, defaultValue.",
    ],
  ],
  [
    'a key of another data type',
    { 14: '        maxLength: 10' },
    [
      "14:9: Unknown key 'maxLength' in an integer field. Allowed: name, label, required, sensitive, dataType, min, max, defaultValue.",
    ],
  ],
  [
    'a key that others use for ours',
    { 11: '        type: integer' },
    [
      "9:9: Missing key 'dataType' in a field. Add it, such as `dataType: text`.",
      "11:9: Unknown key 'type' in a field. Did you mean 'dataType'?",
    ],
  ],
  [
    'a default by another name',
    { 14: '        default: 10' },
    ["14:9: Unknown key 'default' in an integer field. Did you mean 'defaultValue'?"],
  ],
  [
    'an unknown constraint',
    { 21: '    constraints: { uniq: [[user_id, at]] }' },
    ["21:20: Unknown key 'uniq' in 'constraints'. Allowed: unique."],
  ],
  [
    'an unknown key with nothing like it',
    { 23: '    zzzzzzzz: 1' },
    [
      "23:5: Unknown key 'zzzzzzzz' in a table. Allowed: tableName, toolId, displayName, description, fields, columnMappings, constraints, successMessage, coalesce, audit, approval, capabilities.",
    ],
  ],
  [
    'a key with control characters',
    { 23: '    "a\\u001B[2Jb": 1' },
    [
      "23:5: Unknown key 'a\\u001b[2Jb' in a table. Allowed: tableName, toolId, displayName, description, fields, columnMappings, constraints, successMessage, coalesce, audit, approval, capabilities.",
    ],
  ],
  [
    'a version without quotes',
    { 1: 'version: 1.0' },
    [`1:10: 'version' must be text, but is a number. Put it in quotes and give three numbers: version: "1.0.0".`],
  ],
  [
    'a version that is a whole number',
    { 1: 'version: 1' },
    [`1:10: 'version' must be text, but is a number. Put it in quotes and give three numbers: version: "1.0.0".`],
  ],
  [
    'a version of two numbers',
    { 1: 'version: "1.0"' },
    [`1:10: 'version' is not valid. Use a semantic version in quotes, such as "1.0.0".`],
  ],
  [
    'a version with a leading zero',
    { 1: 'version: 1.02.0' },
    [`1:10: 'version' is not valid. Use a semantic version in quotes, such as "1.0.0".`],
  ],
  [
    'no version',
    { 1: '# nothing' },
    ['2:1: Missing key \'version\' in the configuration. Add it, such as `version: "1.0.0"`.'],
  ],
  [
    'no tables',
    { 2: 'metadata:', 25: '#' },
    [
      "1:1: Missing key 'tables' in the configuration. Add it, such as `tables:` and a list of tables.",
      "3:3: 'metadata' must be a mapping, but is a list.",
    ],
  ],
  [
    'a table name in camel case',
    { 3: '  - tableName: moodEntries' },
    ["3:16: 'tableName' is not valid. Use snake_case, such as mood_entries."],
  ],
  [
    'a table name of 64 characters',
    { 3: '  - tableName: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' },
    ["3:16: 'tableName' must have at most 63 characters."],
  ],
  [
    'a tool id in snake case',
    { 4: '    toolId: log_mood' },
    ["4:13: 'toolId' is not valid. Use kebab-case, such as log-mood."],
  ],
  ['an empty display name', { 5: '    displayName: ""' }, ["5:18: 'displayName' must not be empty."]],
  ['a short description', { 6: '    description: Logs' }, ["6:18: 'description' must have at least 10 characters."]],
  [
    'a description that is empty',
    { 6: '    description:' },
    ["6:17: 'description' must be text, but is empty. Give it a value, or remove the key."],
  ],
  [
    'a key without value in the middle',
    { 14: '        max:' },
    ["14:13: 'max' must be a number, but is empty. Give it a value, or remove the key."],
  ],
  ['no tool id', { 4: '#' }, ["3:5: Missing key 'toolId' in a table. Add it, such as `toolId: log-mood`."]],
  [
    'two missing keys',
    { 5: '#', 6: '#' },
    [
      "3:5: Missing key 'displayName' in a table. Add it, such as `displayName: Mood entry`.",
      "3:5: Missing key 'description' in a table. Add it, such as `description: Log how somebody feels`.",
    ],
  ],
  [
    'a field without a label',
    { 10: '#' },
    ["9:9: Missing key 'label' in an integer field. Add it, such as `label: Energy level`."],
  ],
  [
    'a field without a data type',
    { 11: '#' },
    ["9:9: Missing key 'dataType' in a field. Add it, such as `dataType: text`."],
  ],
  [
    'an enum without values',
    { 15: '      - { name: mood, label: Mood, dataType: enum, required: true }' },
    ["15:9: Missing key 'enumValues' in an enum field. Add it, such as `enumValues: [happy, sad]`."],
  ],
  [
    'an unknown data type',
    { 11: '        dataType: string' },
    ["11:19: 'dataType' must be one of text, integer, numeric, boolean, enum, datetime, json. Did you mean 'text'?"],
  ],
  [
    'a misspelt data type',
    { 11: '        dataType: intger' },
    ["11:19: 'dataType' must be one of text, integer, numeric, boolean, enum, datetime, json. Did you mean 'integer'?"],
  ],
  [
    'a data type that is a number',
    { 11: '        dataType: 5' },
    ["11:19: 'dataType' must be one of text, integer, numeric, boolean, enum, datetime, json."],
  ],
  [
    'an unknown data type and a missing label',
    { 10: '#', 11: '        dataType: string' },
    [
      "9:9: Missing key 'label' in a field. Add it, such as `label: Energy level`.",
      "11:19: 'dataType' must be one of text, integer, numeric, boolean, enum, datetime, json. Did you mean 'text'?",
    ],
  ],
  ['a field that is text', { 19: '      - extra' }, ["19:9: 'fields[6]' must be a mapping, but is text."]],
  [
    'a field name with a hyphen',
    { 9: '      - name: energy-level' },
    ["9:15: 'name' is not valid. Use letters, digits and _, at most 63, and no digit first."],
  ],
  [
    'a field name that JavaScript knows',
    { 9: '      - name: __proto__' },
    ["9:15: 'name' is not valid. This name has a meaning of its own in JavaScript: choose another."],
  ],
  [
    'a field named as what every object inherits',
    { 9: '      - name: constructor' },
    ["9:15: 'name' is not valid. This name has a meaning of its own in JavaScript: choose another."],
  ],
  [
    'a boolean of YAML 1.1',
    { 12: '        required: yes' },
    ["12:19: 'required' must be true or false, but is text. Write true or false, without quotes."],
  ],
  [
    'a boolean in quotes',
    { 12: '        required: "true"' },
    ["12:19: 'required' must be true or false, but is text. Write true or false, without quotes."],
  ],
  [
    'a number in quotes',
    { 14: '        max: "10"' },
    ["14:14: 'max' must be a number, but is text. Remove the quotes."],
  ],
  ['a text for a number', { 14: '        max: many' }, ["14:14: 'max' must be a number, but is text."]],
  [
    'a fraction for a whole number',
    { 14: '        max: 9.5' },
    ["14:14: 'max' must be a whole number, but is a number with a fraction."],
  ],
  ['a list for a number', { 14: '        max: [10]' }, ["14:14: 'max' must be a number, but is a list."]],
  [
    'an integer out of the safe range',
    { 14: '        max: 9007199254740992' },
    ["14:14: 'max' must be at most 9007199254740991."],
  ],
  [
    'an integer that JSON would round',
    { 14: '        max: 9007199254740993' },
    ['14:14: JSON cannot carry this number exactly. Give it fewer digits.'],
  ],
  ['infinity', { 14: '        max: .inf' }, ['14:14: JSON cannot carry this number: it is not finite. Use another.']],
  [
    'a decimal with too many digits',
    { 16: '      - { name: weight, label: W, dataType: numeric, required: false, max: 0.12345678901234567890123 }' },
    ['16:76: JSON cannot carry this number exactly. Give it fewer digits.'],
  ],
  [
    'a number too large for JSON',
    { 16: '      - { name: weight, label: W, dataType: numeric, required: false, max: 1e400 }' },
    ['16:76: JSON cannot carry this number: it is not finite. Use another.'],
  ],
  [
    'a negative length',
    { 8: '      - { name: user_id, label: User, dataType: text, required: true, minLength: -1 }' },
    ["8:82: 'minLength' must be at least 0."],
  ],
  [
    'a precision of zero',
    { 16: '      - { name: weight, label: W, dataType: numeric, required: false, precision: 0 }' },
    ["16:82: 'precision' must be at least 1."],
  ],
  [
    'a scale of 1001',
    { 16: '      - { name: weight, label: W, dataType: numeric, required: false, scale: 1001 }' },
    ["16:78: 'scale' must be at most 1000."],
  ],
  [
    'enum values that are numbers',
    { 15: '      - { name: mood, label: Mood, dataType: enum, required: true, enumValues: [1, true] }' },
    [
      "15:81: 'enumValues[0]' must be text, but is a number. Put it in quotes.",
      "15:84: 'enumValues[1]' must be text, but is true or false. Put it in quotes.",
    ],
  ],
  [
    'an empty enum value',
    { 15: '      - { name: mood, label: Mood, dataType: enum, required: true, enumValues: [happy, ""] }' },
    ["15:88: 'enumValues[1]' must not be empty."],
  ],
  [
    'no enum value at all',
    { 15: '      - { name: mood, label: Mood, dataType: enum, required: true, enumValues: [] }' },
    ["15:80: 'enumValues' must have at least 1 entry."],
  ],
  [
    'an enum value twice',
    { 15: '      - { name: mood, label: Mood, dataType: enum, required: true, enumValues: [happy, sad, happy] }' },
    ["15:93: 'enumValues[2]' is in the list already. Remove it."],
  ],
  [
    'a date without time',
    { 17: '      - { name: at, label: At, dataType: datetime, required: true, minDate: 2020-01-01 }' },
    ["17:77: 'minDate' is not valid. Give date, time and offset, such as 2025-10-05T14:30:00Z."],
  ],
  [
    'a datetime without offset',
    { 17: '      - { name: at, label: At, dataType: datetime, required: true, minDate: 2020-01-01T00:00:00 }' },
    ["17:77: 'minDate' is not valid. Give date, time and offset, such as 2025-10-05T14:30:00Z."],
  ],
  [
    'a 29th of February that is not',
    { 17: '      - { name: at, label: At, dataType: datetime, required: true, minDate: 2023-02-29T00:00:00Z }' },
    ["17:77: 'minDate' is not valid. Give date, time and offset, such as 2025-10-05T14:30:00Z."],
  ],
  [
    'a JSON default that is a list',
    { 19: '      - { name: extra, label: Extra, dataType: json, required: false, defaultValue: [] }' },
    ["19:85: 'defaultValue' must be a mapping, but is a list."],
  ],
  [
    'a text default that is a number',
    {
      18: '      - { name: secret, label: Secret, dataType: text, required: false, sensitive: true, defaultValue: 5 }',
    },
    ["18:104: 'defaultValue' must be text, but is a number. Put it in quotes."],
  ],
  ['an approval that is none', { 23: '    approval: sometimes' }, ["23:15: 'approval' must be one of never, always."]],
  [
    'a capability that is none',
    { 24: '    capabilities: [CREATE, FLY]' },
    [
      "24:28: 'capabilities[1]' must be one of READ, WRITE, DELETE, CREATE, EXECUTE, ADMIN, SCHEMA_MUTATION, CODE_EXECUTION.",
    ],
  ],
  ['no capability at all', { 24: '    capabilities: []' }, ["24:19: 'capabilities' must have at least 1 entry."]],
  [
    'a column that is a number',
    { 20: '    columnMappings: { user_id: 5 }' },
    ["20:32: 'columnMappings.user_id' must be text, but is a number. Put it in quotes."],
  ],
  [
    'an empty column',
    { 20: '    columnMappings: { user_id: "" }' },
    ["20:32: 'columnMappings.user_id' must not be empty."],
  ],
  [
    'an empty unique constraint',
    { 21: '    constraints: { unique: [[]] }' },
    ["21:29: 'constraints.unique[0]' must have at least 1 entry."],
  ],
  [
    'a unique constraint that is no list of lists',
    { 21: '    constraints: { unique: [user_id] }' },
    ["21:29: 'constraints.unique[0]' must be a list, but is text."],
  ],
  ['min above max', { 13: '        min: 11' }, ["13:14: 'min' must not be greater than 'max'."]],
  [
    'minLength above maxLength',
    { 8: '      - { name: user_id, label: User, dataType: text, required: true, minLength: 51, maxLength: 50 }' },
    ["8:82: 'minLength' must not be greater than 'maxLength'."],
  ],
  [
    'minDate after maxDate in another zone',
    {
      17: '      - { name: at, label: At, dataType: datetime, required: true, minDate: 2020-01-01T00:00:00Z, maxDate: 2020-01-01T00:30:00+01:00 }',
    },
    ["17:77: 'minDate' must not be greater than 'maxDate'."],
  ],
  [
    'scale above precision',
    { 16: '      - { name: weight, label: Weight, dataType: numeric, required: false, precision: 2, scale: 3 }' },
    ["16:97: 'scale' must not be greater than 'precision'."],
  ],
  [
    'a field name twice',
    { 9: '      - name: user_id' },
    ["9:15: A field named 'user_id' is there already. Give each field its own name."],
  ],
  [
    'a field name twice but for its case',
    { 9: '      - name: User_ID' },
    ["9:15: Field names must differ in more than upper and lower case: 'User_ID' and 'user_id'."],
  ],
  [
    'a mapping for an unknown field',
    { 20: '    columnMappings: { userid: telegram_user_id }' },
    ["20:23: 'columnMappings' names 'userid', which is no field of this table. Did you mean 'user_id'?"],
  ],
  [
    'two fields in one column',
    { 20: '    columnMappings: { user_id: x, mood: x }' },
    ["20:41: The fields 'user_id' and 'mood' would go to the same column. Give each its own."],
  ],
  [
    "a field mapped to another field's column",
    { 20: '    columnMappings: { user_id: mood }' },
    ["20:32: The fields 'user_id' and 'mood' would go to the same column. Give each its own."],
  ],
  [
    'a unique constraint on an unknown field',
    { 21: '    constraints: { unique: [[user_id, att]] }' },
    ["21:39: 'constraints.unique[0][1]' is no field of this table: name fields, not columns. Did you mean 'at'?"],
  ],
  [
    'a unique constraint on a column',
    { 21: '    constraints: { unique: [[telegram_user_id]] }' },
    ["21:30: 'constraints.unique[0][0]' is no field of this table: name fields, not columns."],
  ],
  [
    'a unique constraint with a field twice',
    { 21: '    constraints: { unique: [[user_id, user_id]] }' },
    ["21:39: 'constraints.unique[0][1]' names a field that its list has already. Name each once."],
  ],
  [
    'a template with an unknown field',
    { 22: '    successMessage: "Logged {enrgy_level}"' },
    ["22:21: 'successMessage' names '{enrgy_level}', which is no field of this table. Did you mean 'energy_level'?"],
  ],
  [
    'a template with a sensitive field',
    { 22: '    successMessage: "Logged {secret} {user_id} {secret}"' },
    ["22:21: 'successMessage' must not show 'secret': the field is sensitive."],
  ],
  [
    'a tool id twice',
    {
      25: '  - tableName: other_entries\n    toolId: log-mood\n    displayName: Other\n    description: Something else to log\n    fields: [{ name: a, label: A, dataType: boolean, required: true }]',
    },
    ["26:13: The toolId 'log-mood' is taken by a table above. Give each table its own."],
  ],
  [
    'a NUL in an enum value',
    { 15: '      - { name: mood, label: Mood, dataType: enum, required: true, enumValues: ["a\\0b"] }' },
    ['15:81: The text contains a NUL character, which databases refuse. Remove it.'],
  ],
  [
    'half a surrogate pair in a default',
    { 19: '      - { name: extra, label: Extra, dataType: json, required: false, defaultValue: { a: ["\\ud800"] } }' },
    ['19:91: The text contains half of a surrogate pair, which is no character. Remove it.'],
  ],
  [
    'a NUL in a column',
    { 20: '    columnMappings: { user_id: "a\\0" }' },
    ['20:32: The text contains a NUL character, which databases refuse. Remove it.'],
  ],
  [
    'a key that JavaScript knows',
    { 25: 'metadata: { __proto__: 1 }' },
    ["25:13: The key '__proto__' has a meaning of its own in JavaScript. Use another."],
  ],
  [
    'a key twice',
    { 14: '        max: 10\n        max: 11' },
    ["15:9: The key 'max' is there twice. Keep one of them."],
  ],
  ['a key that is a list', { 25: 'metadata: { [a]: 1 }' }, ['25:13: A key must be text. Put it in quotes.']],
  [
    'a key that would be another number',
    { 25: 'metadata: { 0x10: 1 }' },
    ['25:13: A key must be text. Put it in quotes.'],
  ],
  [
    'a merge key',
    { 25: '<<: { a: 1 }' },
    ["25:1: Unknown key '<<' in the configuration. Merge keys are not supported: write the keys out."],
  ],
  [
    'an alias without anchor',
    { 14: '        max: *most' },
    ['14:14: The alias has no anchor above it. Add &name there.'],
  ],
  ['a tag', { 14: '        max: !int 10' }, ['14:14: Tags such as !name are not supported. Write the value without.']],
  ['a tab for indentation', { 14: '\tmax: 10' }, ['14:1: YAML cannot be indented with tabs. Use spaces.']],
  [
    'a wrong indentation',
    { 14: '       max: 10' },
    ['14:1: The indentation is wrong. Let the entries of one mapping or list start in the same column.'],
  ],
  [
    'a colon in a text without quotes',
    { 6: '    description: Log a mood: happy or sad' },
    ['6:18: A text with a colon and a space in it must be in quotes.'],
  ],
  [
    'a text that starts with @',
    { 5: '    displayName: @mood', 6: '    description: "@mood, log it"' },
    ['5:18: The value starts with a character that has a meaning in YAML. Put it in quotes.'],
  ],
  [
    'a bracket that is not closed',
    { 24: '    capabilities: [CREATE' },
    ['25:1: A bracket is not closed. Close it before this place.'],
  ],
  [
    'a quote that is not closed',
    { 22: '    successMessage: "Logged' },
    ['26:1: A text in quotes is not closed before this place. Close it.'],
  ],
  [
    'an unknown escape',
    { 22: '    successMessage: "Logged \\q"' },
    ['22:29: The escape sequence is unknown. Write \\\\ for a backslash, or use single quotes.'],
  ],
  ['no space behind a colon', { 14: '        max:10' }, ['14:9: A colon and a space are missing behind the key.']],
  [
    'a comment of JSON',
    { 24: '    // capabilities' },
    ['24:5: Comments start with #, in JSON too: // and /* are not read as comments.'],
  ],
  [
    'several documents',
    { 25: '---\nmetadata: {}' },
    ['25:1: The file has several documents. Remove this line and put everything into one.'],
  ],
  [
    'several problems in order of place',
    {
      1: 'version: 1',
      4: '    toolId: log_mood',
      9: '      - name: user_id',
      14: '        max: 0',
      23: '    aproval: never',
    },
    [
      `1:10: 'version' must be text, but is a number. Put it in quotes and give three numbers: version: "1.0.0".`,
      "4:13: 'toolId' is not valid. Use kebab-case, such as log-mood.",
      "9:15: A field named 'user_id' is there already. Give each field its own name.",
      "13:14: 'min' must not be greater than 'max'.",
      "23:5: Unknown key 'aproval' in a table. Did you mean 'approval'?",
    ],
  ],
  [
    'a broken field and a reference to it',
    { 9: '      - name: [energy]', 22: '    successMessage: "{energy_level}"' },
    ["9:15: 'name' must be text, but is a list."],
  ],
  [
    'an unknown data type and an unknown key',
    { 11: '        dataType: text2', 14: '        hint: x' },
    [
      "11:19: 'dataType' must be one of text, integer, numeric, boolean, enum, datetime, json. Did you mean 'text'?",
      "14:9: Unknown key 'hint' in a field. Allowed: name, label, required, sensitive, dataType, minLength, maxLength, defaultValue, min, max, precision, scale, enumValues, minDate, maxDate.",
    ],
  ],
  [
    'a capability in lower case',
    { 24: '    capabilities: [create]' },
    [
      "24:20: 'capabilities[0]' must be one of READ, WRITE, DELETE, CREATE, EXECUTE, ADMIN, SCHEMA_MUTATION, CODE_EXECUTION. Did you mean 'CREATE'?",
    ],
  ],
  [
    'two texts that need quotes',
    { 5: '    displayName: @mood', 6: '    description: %mood and more' },
    [
      '5:18: The value starts with a character that has a meaning in YAML. Put it in quotes.',
      '6:18: The value starts with a character that has a meaning in YAML. Put it in quotes.',
    ],
  ],
  [
    'a comma too many',
    { 24: '    capabilities: [CREATE,,READ]' },
    ['24:27: Something stands here that YAML does not expect. Look for a missing quote, comma or bracket before it.'],
  ],
  [
    'two missing commas',
    { 15: '      - { name: mood, label: Mood, dataType: enum, required: true enumValues: [happy, sad] }' },
    ['15:62: A comma or a bracket is missing before this place.'],
  ],
  [
    'an alias of itself',
    { 25: 'metadata: &m { a: *m, b: *m }' },
    ['25:19: It is nested more than 64 levels deep. Make it flatter.'],
  ],
  ['a directive', { 1: '%FOO bar\n---\nversion: "1.0.0"' }, ['1:1: The directive is unknown. Remove the line.']],
]

/** What is wrong with whole texts. */
const TEXTS: readonly (readonly [title: string, text: string, said: readonly string[]])[] = [
  ['nothing at all', '', ['1:1: The file is empty. Write `version` and `tables` into it.']],
  ['comments alone', '# nothing\n', ['1:1: The file is empty. Write `version` and `tables` into it.']],
  ['null', 'null\n', [`1:1: ${ROOT} empty.`]],
  ['a text', 'hello\n', [`1:1: ${ROOT} text.`]],
  ['a list', '- a\n', [`1:1: ${ROOT} a list.`]],
  ['tables that are a mapping', 'version: "1.0.0"\ntables: {}\n', ["2:9: 'tables' must be a list, but is a mapping."]],
  ['no table', 'version: "1.0.0"\ntables: []\n', ["2:9: 'tables' must have at least 1 entry."]],
  [
    'a byte order mark',
    '\uFEFFversion: "1"\ntables: 5\n',
    [
      `1:10: 'version' is not valid. Use a semantic version in quotes, such as "1.0.0".`,
      "2:9: 'tables' must be a list, but is a number.",
    ],
  ],
  ['line ends of Windows', 'version: "1.0.0"\r\ntables: []\r\n', ["2:9: 'tables' must have at least 1 entry."]],
  ['YAML 1.1', '%YAML 1.1\n---\nversion: "1.0.0"\ntables: yes\n', ["4:9: 'tables' must be a list, but is text."]],
  ['JSON that ends early', '{\n  "version": "1.0.0"\n', ['3:1: A bracket is not closed. Close it before this place.']],
  [
    'JSON without a comma',
    '{\n  "version": "1.0.0"\n  "tables": []\n}',
    ['3:3: A comma is missing between two entries.'],
  ],
  ['JSON behind a comment', '// tables\n{ "version": "1.0.0" }', [`1:1: ${COMMENT}`]],
  ['JSON with a comment between', '{\n  "version": "1.0.0", // first\n  "tables": []\n}', [`2:23: ${COMMENT}`]],
  ['JSON with a comment at the end', '{\n  "version": "1.0.0" // first\n}', [`2:22: ${COMMENT}`]],
  ['JSON with a comment behind a number', '{\n  "version": 1 // first\n}', [`2:14: ${COMMENT}`]],
  ['JSON with a comment in place of a comma', '{\n  "version": 1 // first\n  "tables": []\n}', [`2:14: ${COMMENT}`]],
  ['JSON with a block comment', '{\n  /* first */ "version": "1.0.0"\n}', [`2:3: ${COMMENT}`]],
  [
    'JSON with tabs',
    '{\n\t"version": "1.0.0",\n\t"tables": [\n\t\t5\n\t]\n}',
    ["4:3: 'tables[0]' must be a mapping, but is a number."],
  ],
  [
    'JSON with a comma too many',
    '{ "version": "1.0.0", "tables": 5, }',
    ["1:33: 'tables' must be a list, but is a number."],
  ],
  ['another file with secrets', 'PASSWORD=hunter2\n', [`1:1: ${ROOT} text.`]],
]

function replaced(lines: Lines): string {
  return GOOD.split('\n')
    .map((line, index) => lines[index + 1] ?? line)
    .join('\n')
}

function said(text: string): readonly string[] | undefined {
  return readConfiguration(text, 'tables.yaml').problems?.map((problem) =>
    problemLine(problem).replace('tables.yaml:', ''),
  )
}

test('a good configuration has no problems', () => {
  expect(readConfiguration(GOOD, 'tables.yaml')).toMatchObject({ configuration: { version: '1.0.0' } })
})

describe('each problem is told at its place, with what to do', () => {
  it.each(BAD)('%s', (_, lines, expected) => {
    expect(said(replaced(lines))).toEqual(expected)
  })
  it.each(TEXTS)('%s', (_, text, expected) => {
    expect(said(text)).toEqual(expected)
  })
})

test('a problem has its path, and the place as numbers', () => {
  const { problems } = readConfiguration(
    replaced({ 14: '        max: many', 20: '    columnMappings: { "a b": x }' }),
    'tables.yaml',
  )
  const file = 'tables.yaml'
  expect(problems).toEqual([
    { message: "'max' must be a number, but is text.", path: 'tables[0].fields[1].max', file, line: 14, column: 14 },
    {
      message: "'columnMappings' names 'a b', which is no field of this table.",
      path: 'tables[0].columnMappings["a b"]',
      file,
      line: 20,
      column: 23,
    },
  ])
})

test('no message quotes a value', () => {
  const secret = 'hunter2'
  for (const line of GOOD.split('\n').keys()) {
    for (const indent of ['', '  ', '        ']) {
      for (const text of [
        `${indent}key: ${secret}`,
        `${indent}- ${secret}`,
        `${indent}"${secret}`,
        `${indent}{ a: ${secret}`,
        `max: &${secret} *${secret}x`,
        `!${secret} x`,
      ]) {
        expect(JSON.stringify(said(replaced({ [line + 1]: text })) ?? [])).not.toContain(secret)
      }
    }
  }
})

test('anchors and aliases save repetition', () => {
  const text = replaced({
    8: '      - &user { name: user_id, label: User, dataType: text, required: true }',
    25: `  - tableName: others
    toolId: log-other
    displayName: Other
    description: Something else to log
    fields: [*user]`,
  })
  expect(readConfiguration(text, 'tables.yaml').configuration?.tables[1]?.fields).toEqual([
    { name: 'user_id', label: 'User', dataType: 'text', required: true },
  ])
})

test('a problem in what an alias stands for is told where it is written', () => {
  expect(said(replaced({ 14: '        max: &most many', 25: 'metadata: { a: *most }' }))).toEqual([
    "14:20: 'max' must be a number, but is text.",
  ])
})

test('dates and times without quotes stay text', () => {
  const { configuration } = readConfiguration(
    replaced({ 25: 'metadata: { day: 2020-01-01, at: 2020-01-01T00:00:00Z }' }),
    'f',
  )
  expect(configuration?.metadata).toEqual({ day: '2020-01-01', at: '2020-01-01T00:00:00Z' })
})

test('$schema is allowed for editors of JSON', () => {
  expect(said(`$schema: ./tables.schema.json\n${GOOD}`)).toBeUndefined()
})

describe('what would take long or much is refused', () => {
  const laughs = Array.from({ length: 30 }, (_, level) =>
    level === 0
      ? 'a0: &a0 [lol, lol]'
      : `a${level}: &a${level} [${Array(9)
          .fill(`*a${level - 1}`)
          .join(', ')}]`,
  ).join('\n')
  const manyUses = `a: &a [${'1,'.repeat(2000)}]\nb: [${'*a,'.repeat(900)}]`
  it.each([
    ['aliases of aliases', laughs, /^\d+:\d+: There are too many aliases\. Write the values out\.$/],
    ['many aliases of a long list', manyUses, /^1:1: The configuration holds more than 500000 values\. Split it\.$/],
    ['deep brackets', '['.repeat(100_000), /^1:66: It is nested more than 64 levels deep\. Make it flatter\.$/],
    ['deep lists', '- '.repeat(100_000), /^1:\d+: It is nested more than 64 levels deep\. Make it flatter\.$/],
    ['keys of keys', '? '.repeat(60), /^1:3: A key must be text\. Put it in quotes\.$/],
    ['deep keys', '? '.repeat(100_000), /^1:\d+: It is nested more than 64 levels deep\. Make it flatter\.$/],
    [
      'a text of a MiB',
      `# ${'x'.repeat(1024 * 1024)}`,
      /^1:1: The file has 1048578 bytes; at most 1048576 are read\. Split it\.$/,
    ],
  ])('%s', (_, text, expected) => {
    const start = performance.now()
    const [first, ...others] = (said(text) ?? []).filter((line) => !line.includes('Missing key'))
    expect(first).toMatch(expected)
    expect(others).toEqual([])
    expect(performance.now() - start).toBeLessThan(60_000)
  })
})

test('of very many problems the first thousand are told, and how many are left', () => {
  const unknown = Array.from({ length: 1500 }, (_, index) => `x${index}: 1`).join('\n')
  const problems = said(`${GOOD}${unknown}\n`) ?? []
  expect(problems).toHaveLength(1001)
  expect(problems.at(-1)).toBe('1026:1: There are 500 more problems from here on.')
})

test('a default is checked against its own field, but for `now`', () => {
  const line = (defaultValue: string): string =>
    `      - { name: at, label: At, dataType: datetime, required: true, defaultValue: ${defaultValue} }`
  expect(readConfiguration(replaced({ 17: line('now') }), 'f').problems).toBeUndefined()
  expect(readConfiguration(replaced({ 17: line('then') }), 'f').problems).toMatchObject([
    {
      message: "'defaultValue' does not satisfy its own field: Field 'at' must be a valid ISO 8601 datetime",
      path: 'tables[0].fields[4].defaultValue',
      line: 17,
      column: 82,
    },
  ])
})

describe('for any input', () => {
  test('a configuration that is written as YAML or JSON is read back equal', () => {
    fc.assert(
      fc.property(configurations, (configuration) => {
        for (const text of [
          // As block text, its writer loses a line of blanks.
          stringify(configuration, { blockQuote: false }),
          JSON.stringify(configuration),
          JSON.stringify(configuration, null, '\t'),
        ]) {
          expect(readConfiguration(text, 'f')).toEqual({ configuration })
        }
      }),
    )
  })

  test('any text is a configuration or has problems, and never throws', () => {
    const pieces = fc.constantFrom(
      ...GOOD.split(/(?<=\n)|(?<=[:,[\]{}] ?)/),
      '\t',
      '"',
      "'",
      '&a ',
      '*a ',
      '? ',
      '|\n',
      '\0',
      '\uD800',
      '- ',
      '!x ',
      '%',
      '\uFEFF',
    )
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const { configuration, problems } = readConfiguration(text, 'f')
        expect(configuration === undefined).toBe(problems !== undefined && problems.length > 0)
        const places = (problems ?? []).map(({ line = 0, column = 0 }) => line * 1e7 + column)
        expect(places).toEqual(places.toSorted((one, other) => one - other))
      }),
      { numRuns: 2000 },
    )
  })

  test('a good configuration with one line lost or repeated is a configuration or has problems', () => {
    const lines = GOOD.split('\n')
    for (const index of lines.keys()) {
      for (const text of [lines.toSpliced(index, 1), lines.toSpliced(index, 0, lines[index] ?? '')]) {
        const { configuration, problems = [] } = readConfiguration(text.join('\n'), 'f')
        expect(configuration === undefined).toBe(problems.length > 0)
      }
    }
  })
})

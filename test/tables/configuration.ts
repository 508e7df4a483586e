import { ToolConfiguration } from '../../packages/tables/src/config/table-config.ts'

/** The tables that every store is tried with. */
export const CONFIGURATION: ToolConfiguration = ToolConfiguration.parse({
  version: '1.0.0',
  tables: [
    {
      tableName: 'mood_entries',
      toolId: 'log-mood',
      displayName: 'Mood Entry',
      description: 'Log how somebody feels.',
      fields: [
        { name: 'user_id', label: 'User ID', dataType: 'text', required: true, maxLength: 50 },
        {
          name: 'mood',
          label: 'Mood',
          dataType: 'enum',
          required: true,
          enumValues: ['happy', 'sad', 'neutral', 'anxious'],
        },
        { name: 'energy_level', label: 'Energy', dataType: 'integer', required: true, min: 1, max: 10 },
        { name: 'notes', label: 'Notes', dataType: 'text', required: false, maxLength: 500 },
        { name: 'price', label: 'Price', dataType: 'numeric', required: false, precision: 10, scale: 2 },
        { name: 'active', label: 'Active', dataType: 'boolean', required: false, defaultValue: true },
        { name: 'metadata', label: 'Metadata', dataType: 'json', required: false },
        { name: 'timestamp', label: 'When', dataType: 'datetime', required: true },
      ],
      columnMappings: { user_id: 'telegram_user_id' },
      constraints: { unique: [['user_id', 'timestamp']] },
      successMessage: 'Successfully logged mood entry for {user_id} at {timestamp}',
    },
    {
      tableName: 'table',
      toolId: 'add-order',
      displayName: 'Order',
      description: 'Names that are words of SQL.',
      fields: [
        { name: 'select', label: 'Select', dataType: 'text', required: true },
        { name: 'from', label: 'From', dataType: 'integer', required: false },
        { name: 'group', label: 'Group', dataType: 'enum', required: false, enumValues: ["a'b", 'c;d', 'e"f', 'g\\h'] },
      ],
    },
    {
      tableName: 'plain_values',
      toolId: 'add-plain-values',
      displayName: 'Plain values',
      description: 'A field of every type, unbounded.',
      fields: [
        { name: 'note', label: 'Note', dataType: 'text', required: false },
        { name: 'whole', label: 'Whole', dataType: 'integer', required: false },
        { name: 'amount', label: 'Amount', dataType: 'numeric', required: false },
        { name: 'moment', label: 'Moment', dataType: 'datetime', required: false },
        { name: 'document', label: 'Document', dataType: 'json', required: false },
        { name: 'made_at', label: 'Made at', dataType: 'datetime', required: false, defaultValue: 'now' },
        { name: 'pin', label: 'Pin', dataType: 'text', required: false, sensitive: true, maxLength: 8 },
      ],
    },
  ],
})

export const [MOOD, ORDER, PLAIN] = CONFIGURATION.tables as [
  ToolConfiguration['tables'][number],
  ToolConfiguration['tables'][number],
  ToolConfiguration['tables'][number],
]

export const ENTRY = {
  user_id: 'user_123',
  mood: 'happy',
  energy_level: 8,
  timestamp: '2025-10-05T14:30:00Z',
} as const

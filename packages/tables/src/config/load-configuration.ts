import { ToolConfiguration } from './table-config.ts'
export async function loadConfiguration(source: string | ToolConfiguration): Promise<ToolConfiguration> {
  return ToolConfiguration.parse(source)
}

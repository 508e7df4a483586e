// A weather server with honest and dishonest tools; what each does wrong, a test in tools/ expects.
import { writeFileSync } from 'node:fs'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const Weather = z.object({ location: z.string(), condition: z.string() }).meta({ title: 'WeatherResponse' })

/** @param {Record<string, unknown>} value */
const answer = (value) => ({
  content: [{ type: /** @type {const} */ ('text'), text: JSON.stringify(value) }],
  structuredContent: value,
})

serveStdio(() => {
  const server = new McpServer({ name: 'weather', version: '1.0.0' })

  server.registerTool(
    'get_weather',
    {
      description: 'Tells the weather at a place.',
      inputSchema: z.object({ location: z.string() }).meta({ title: 'GetWeatherRequest' }),
      outputSchema: Weather,
    },
    ({ location }) => {
      if (location === 'Atlantis') throw new Error('Atlantis has no weather station')
      return answer({ location, condition: 'sunny' })
    },
  )

  server.registerTool(
    'save_reading',
    {
      description: 'Notes a reading in readings.txt, in the project.',
      inputSchema: z.object({ degrees: z.number() }).meta({ title: 'Reading' }),
      outputSchema: z.object({ saved: z.boolean() }).meta({ title: 'Saved' }),
    },
    ({ degrees }) => {
      writeFileSync('readings.txt', `${degrees}\n`)
      return answer({ saved: true })
    },
  )

  server.registerTool(
    'list_readings',
    {
      description: 'Lists the readings of so many days.',
      inputSchema: z.object({ days: z.number().int().min(1).max(366) }).meta({ title: 'Days' }),
      outputSchema: z.object({ readings: z.array(z.string()) }).meta({ title: 'Readings' }),
    },
    ({ days }) => answer({ readings: Array.from({ length: days * 24 }, (_, hour) => `hour ${hour}: 20 degrees`) }),
  )

  server.registerTool(
    'wait_for',
    {
      description: 'Waits for a kind of weather.',
      inputSchema: z.object({ condition: z.string() }).meta({ title: 'WaitRequest' }),
      outputSchema: z.object({ came: z.boolean() }).meta({ title: 'Came' }),
    },
    ({ condition }) => (condition === 'snow in July' ? new Promise(() => {}) : answer({ came: true })),
  )
  return server
})

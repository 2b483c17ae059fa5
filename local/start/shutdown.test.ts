import { expect, onTestFinished, test, vi } from 'vitest'
import { createShutdown, type Stoppable } from './shutdown.ts'

function part(name: string, stopped: string[]): Stoppable {
  return { stop: async () => void stopped.push(name), kill: () => {} }
}

test('parts are stopped in reverse order of their start', async () => {
  const stopped: string[] = []
  const shutdown = createShutdown()
  for (const name of ['database', 'server']) shutdown.defer(part(name, stopped))
  await shutdown.run(1_000)
  expect(stopped).toEqual(['server', 'database'])
})

test('the other parts are stopped when one fails to stop, and the error is printed', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => consoleError.mockRestore())
  const stopped: string[] = []
  const shutdown = createShutdown()
  shutdown.defer(part('database', stopped))
  shutdown.defer({ stop: () => Promise.reject(new Error('does not want to')), kill: () => {} })
  await shutdown.run(1_000)
  expect(stopped).toEqual(['database'])
  expect(consoleError).toHaveBeenCalledWith('does not want to')
})

test('due rejects with the reason when a watched part ends by itself', async () => {
  const shutdown = createShutdown()
  shutdown.watch(new Promise(() => {}))
  shutdown.watch(Promise.resolve('PostgreSQL stopped by itself.'))
  await expect(shutdown.due).rejects.toThrow('PostgreSQL stopped by itself.')
})

import { expect, onTestFinished, test, vi } from 'vitest'
import { createShutdown, type Stoppable } from './shutdown.ts'

function part(name: string, stopped: string[]): Stoppable {
  return { stop: async () => void stopped.push(name), kill: () => {} }
}

test('stops what was started last first', async () => {
  const stopped: string[] = []
  const shutdown = createShutdown()
  for (const name of ['database', 'server']) shutdown.defer(part(name, stopped))
  await shutdown.run(1_000)
  expect(stopped).toEqual(['server', 'database'])
})

test('stops the others when one refuses, and says why', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => complain.mockRestore())
  const stopped: string[] = []
  const shutdown = createShutdown()
  shutdown.defer(part('database', stopped))
  shutdown.defer({ stop: () => Promise.reject(new Error('does not want to')), kill: () => {} })
  await shutdown.run(1_000)
  expect(stopped).toEqual(['database'])
  expect(complain).toHaveBeenCalledWith('does not want to')
})

test('is due when a watched part ends by itself, and says so', async () => {
  const shutdown = createShutdown()
  shutdown.watch(new Promise(() => {}))
  shutdown.watch(Promise.resolve('PostgreSQL stopped by itself.'))
  await expect(shutdown.due).rejects.toThrow('PostgreSQL stopped by itself.')
})

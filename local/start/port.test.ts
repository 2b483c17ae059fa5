import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../free-port.ts'
import { ensurePortIsFree } from './environment.ts'
import { readyUrl } from './server.ts'

test.each(['127.0.0.1', '0.0.0.0'])(
  'the error names PORT and a free port when the port is taken on %s',
  async (host) => {
    const server = createServer().listen(0, host)
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await expect(ensurePortIsFree(port)).rejects.toThrow(
      new RegExp(`^Port ${port} is taken by another program\\. Set PORT to a free one: PORT=\\d+ npm start$`),
    )
  },
)

test('a free port is accepted', async () => {
  await expect(ensurePortIsFree(await findFreePort())).resolves.toBeUndefined()
})

test.each([
  [undefined, 'http://127.0.0.1:5000/readyz'],
  ['0.0.0.0', 'http://127.0.0.1:5000/readyz'],
  ['::', 'http://127.0.0.1:5000/readyz'],
  ['192.168.0.7', 'http://192.168.0.7:5000/readyz'],
  ['::1', 'http://[::1]:5000/readyz'],
])('with LISTEN_HOST %s npm start waits for %s', (host, url) => {
  expect(readyUrl({ PORT: '5000', LISTEN_HOST: host })).toBe(url)
})

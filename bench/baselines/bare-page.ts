import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** Selector of the rows in the page. */
export const bareRow = 'tbody tr'

/** The minimal page for a list: one document that fetches the rows at once and fills a plain table. */
const page = `<!doctype html><title>Bare</title><table><tbody></tbody></table><script>
fetch(location.search.slice(1)).then((reply) => reply.json()).then((rows) => {
  const body = document.querySelector('tbody')
  for (const row of rows) for (const line = body.insertRow(), cells = Object.values(row); cells.length > 0; )
    line.insertCell().textContent = cells.shift()
})
</script>`

/** Serves the page and proxies the API of the thin server. */
export async function serveBarePages(thinUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const send = (reply: ServerResponse, type: string, body: string) =>
    reply.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(body, { level: 1 }))
  const answer = async (path: string, reply: ServerResponse) => {
    if (path.startsWith('/?')) send(reply, 'text/html; charset=utf-8', page)
    else send(reply, 'application/json', await (await fetch(thinUrl + path)).text())
  }
  const server = createServer(({ url = '/' }, reply) => {
    answer(url, reply).catch((error: Error) => reply.destroy(error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

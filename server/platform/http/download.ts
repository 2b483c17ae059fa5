import { Readable } from 'node:stream'
import type { Endpoint } from '#contract/endpoint.ts'
import type { App } from './app.ts'
import { registerUserRoute, type AuthorizedCall } from './register.ts'

/** A file that is made while it is sent, so that its size costs no memory. */
export type Download = { fileName: string; contentType: string; content: AsyncIterable<string | Uint8Array> }

export function serveDownload<E extends Endpoint>(
  app: App,
  endpoint: E,
  verb: (ctx: AuthorizedCall<E>['ctx'], input: AuthorizedCall<E>['input']) => Promise<Download>,
): void {
  registerUserRoute(app, app.http, endpoint, async (_request, reply, { ctx, input }) => {
    const { fileName, contentType, content } = await verb(ctx, input)
    return reply
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
      .type(contentType)
      .send(Readable.from(content, { objectMode: false }))
  })
}

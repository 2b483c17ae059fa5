import { sheetLimits } from '#contract/sheet.ts'
import { uploadLimits } from '#contract/bulk.ts'
import { multipartOf } from '#server/testing/workbooks.ts'
import { fittingCaller } from '../hostile/callers.ts'
import { fillPath, type Route } from '../hostile/routes.ts'
import { send, type Sent } from '../hostile/send.ts'
import { webhookPath, type FuzzFixture } from './world.ts'

const mebibyte = 1024 * 1024

/** How much a route reads. */
function limitOf({ path, takesFile }: Route): number {
  if (takesFile) return uploadLimits.bytes
  return path === '/api/products/bulk-update' ? sheetLimits.bytes : mebibyte
}

/** Sends each route that takes a body more than it reads; answers how many do, and those that don't refuse it for its size. */
export async function measureLimits(url: string, { routes, sampleOf, callers }: FuzzFixture) {
  const wrong: string[] = []
  const taking = routes.filter(({ body, takesFile, path }) => (body || takesFile) && path !== webhookPath)
  for (const [index, route] of taking.entries()) {
    const { params = {} } = sampleOf(route)
    const most = limitOf(route)
    const file = route.takesFile ? multipartOf(Buffer.alloc(most + 1, 'x')) : null
    const sent: Sent = {
      method: route.method,
      path: fillPath(route.path, params),
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.9.0.${index}`,
        ...callers.headersOf(fittingCaller(route.access, 0)),
        // That it is too much is said before it is sent, and must be enough.
        ...(file?.headers ?? { 'content-length': String(most + 1) }),
      },
      body: file?.payload ?? Buffer.from('{"x":"'),
    }
    const { status, text: answer } = await send(url, sent)
    if (status !== 413) wrong.push(`${route.method} ${route.path} takes more than ${most} bytes: ${status} ${answer}`)
  }
  return { asked: taking.length, wrong }
}

import type { FastifyInstance } from 'fastify'
import { isLoopback, type Config } from '#server/platform/config.ts'

/** An address that only this machine can open is listened to on this machine only; any other on every interface. */
export async function listen(http: FastifyInstance, config: Pick<Config, 'PORT' | 'PUBLIC_URL'>): Promise<void> {
  const at = (host: string) => http.listen({ port: config.PORT, host })
  if (isLoopback(config.PUBLIC_URL)) await at('localhost')
  else
    await at('::').catch((error: NodeJS.ErrnoException) =>
      error.code === 'EAFNOSUPPORT' ? at('0.0.0.0') : Promise.reject(error),
    )
}

import type { SystemInfo } from '#contract/settings.ts'
import { isLoopback } from '#server/platform/config.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { readServerVersion } from './queries/server-version.ts'

/**
 * What only this machine can open is somebody's own copy, whatever it runs on: stand-ins live on loopback addresses, and
 * nobody else could reach it. No cache is connected to, because none is needed.
 */
export async function readSystemInfo(ctx: CompanyContext, version: string): Promise<SystemInfo> {
  return {
    version,
    environment: isLoopback(ctx.publicUrl) ? 'development' : 'production',
    database: `PostgreSQL ${await ctx.read(readServerVersion)}`,
    cache: null,
  }
}

import type { SystemInfo } from '#contract/settings.ts'
import { isLoopback } from '#server/platform/config.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { readServerVersion } from './queries/server-version.ts'

/**
 * What only this machine can open is somebody's own copy, whatever it runs on: stand-ins live on loopback addresses, and
 * nobody else could reach it.
 */
export async function readSystemInfo(
  ctx: CompanyContext,
  known: Pick<SystemInfo, 'version' | 'cache'>,
): Promise<SystemInfo> {
  return {
    ...known,
    environment: isLoopback(ctx.publicUrl) ? 'development' : 'production',
    database: `PostgreSQL ${await ctx.read(readServerVersion)}`,
  }
}

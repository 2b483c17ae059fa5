import { completeConnection } from '#server/features/marketplace/connect/oauth-callback.ts'
import { initiateConnection } from '#server/features/marketplace/connect/oauth-start.ts'
import { isLoopback } from '#server/platform/config.ts'
import type { CompanyContext, Deps } from '#server/platform/context.ts'
import { amazonControl } from './amazon/control-plane.ts'
import { withDifferences } from './amazon/differences.ts'
import { listAmazonItems } from './amazon/items.ts'
import { asOperator } from './as-operator.ts'

export const unitedStates = 'ATVPDKIKX0DER'

/**
 * Gives the local stand-in for Amazon what the demo company sells there and connects the two, as an operator would.
 * Without a stand-in, or when it fails, the demo stays what it is: a company that has yet to connect.
 */
export async function connectDemo(deps: Deps): Promise<void> {
  const { AMAZON_SP_API_URL: url } = deps.config
  if (!url || !isLoopback(url)) return
  try {
    await connect(await asOperator(deps), url)
  } catch (error) {
    deps.log.warn({ err: error }, 'the demo company could not be connected to the stand-in for Amazon')
  }
}

async function connect(ctx: CompanyContext, url: string): Promise<void> {
  const emulator = amazonControl(url)
  const sellerId = await emulator.firstSeller()
  await emulator.putItems(sellerId, unitedStates, withDifferences(await ctx.transaction(listAmazonItems)))
  const asked = { companyId: ctx.companyId, integrationName: 'Harbor & Pine US', region: 'us' as const }
  const { authorizationUrl } = await initiateConnection(ctx, asked)
  const state = new URL(authorizationUrl).searchParams.get('state') ?? ''
  await completeConnection(ctx, { state, sellerId, code: await emulator.authorize(sellerId) })
}

import { AppError } from '#contract/errors.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Listings } from '#server/ports/listings.ts'
import type { Marketplace } from '#server/ports/marketplace.ts'

/** What names our application at Amazon in the environment: all of them, or none. */
export const applicationVariables = ['AMAZON_LWA_CLIENT_ID', 'AMAZON_LWA_CLIENT_SECRET', 'AMAZON_APP_ID']

export const noApplicationMessage = `Lockstep is not registered with Amazon on this server yet. Its environment lacks ${applicationVariables.join(', ')}.`

/** Amazon, as our application sees it; refuses while there is no application. */
export function getAmazonOrThrow(ctx: Pick<CompanyContext, 'ports'>): Marketplace {
  if (ctx.ports.marketplace) return ctx.ports.marketplace
  throw new AppError('conflict', noApplicationMessage)
}

/** The sellers' listings there. */
export function getListingsOrThrow(ctx: Pick<CompanyContext, 'ports'>): Listings {
  if (ctx.ports.listings) return ctx.ports.listings
  throw new AppError('conflict', noApplicationMessage)
}

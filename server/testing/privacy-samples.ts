import type { Deps } from '#server/platform/context.ts'
import { buildOrder } from './orders.ts'

/** Calls of the privacy endpoints that pass validation, and ids of another company. */
export async function privacySamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const customerOf = async (company: string) => {
    const delivered = { status: 'delivered', deliveredAt: deps.clock.now() } as const
    const { customer } = await buildOrder(deps, company, delivered)
    return customer?.id ?? ''
  }
  const foreign = { customerId: await customerOf(otherCompanyId) }
  return {
    privacy: {
      find: { query: { search: 'dana@example.com' } },
      export: { params: { customerId: await customerOf(companyId) }, foreign },
      erase: { params: { customerId: await customerOf(companyId) }, foreign },
    },
  }
}

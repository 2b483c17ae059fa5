import { isLoopback } from '#server/platform/config.ts'
import type { CompanyContext, Deps } from '#server/platform/context.ts'
import { amazonControl } from './amazon/control-plane.ts'
import { asOperator } from './as-operator.ts'
import { actOnOrders } from './orders/act.ts'
import { sendOrders, registerShipments } from './orders/hand-over.ts'
import { buyOnInstagram } from './orders/instagram.ts'
import { applyIntakeEffects } from './orders/open-up.ts'
import { writePast } from './orders/past/write-past.ts'
import { placeDemoOrders } from './orders/place.ts'
import { planOrders } from './orders/plans.ts'
import { backdateHoldsAndCustomers } from './orders/queries.ts'
import { readShop, type DemoShop } from './orders/shop.ts'
import { saveViews } from './orders/views.ts'
import { useUpFlashSale } from './promotions/use-up.ts'

/**
 * Gives the demo company the orders of sixty days: the past is written as it would have come to be, the present is made
 * by the verbs. Three of them wait for a person. Without the local stand-ins nothing is sent, and the rest is the same.
 */
export async function addDemoOrders(deps: Deps): Promise<void> {
  try {
    const ctx = await asOperator(deps)
    const shop = await ctx.transaction((tx) => readShop(tx, ctx))
    const { orders, onTheirWay } = await addOrders(ctx, shop)
    await useUpFlashSale(ctx)
    await actOnOrders(ctx, orders)
    const emulator = emulatorOf(deps, shop)
    if (emulator) {
      await registerShipments(ctx, emulator, onTheirWay)
      await sendOrders(ctx, emulator, orders)
    }
    const { META_GRAPH_URL: graphUrl } = deps.config
    if (graphUrl && isLoopback(graphUrl)) await buyOnInstagram(ctx, graphUrl, shop.places.instagram)
    await saveViews(ctx)
  } catch (error) {
    deps.log.warn({ err: error }, 'the demo company’s orders could not all be set up')
  }
}

const addOrders = (ctx: CompanyContext, shop: DemoShop) =>
  ctx.transaction(async (tx) => {
    const { intake, orders } = await placeDemoOrders(tx, ctx, shop, planOrders(ctx.clock.now()))
    const isPast = ({ plan }: (typeof orders)[number]) => plan.turn === 'past' || plan.turn === 'partly'
    const open = orders.filter((order) => !isPast(order))
    const onTheirWay = await writePast(tx, ctx, shop, orders.filter(isPast))
    await applyIntakeEffects(tx, intake, open)
    await backdateHoldsAndCustomers(tx, ctx.companyId)
    return { orders: open, onTheirWay }
  })

function emulatorOf({ config: { AMAZON_SP_API_URL: url } }: Deps, { amazon }: DemoShop) {
  return url && isLoopback(url) && amazon ? { sellerId: amazon.sellerId, control: amazonControl(url) } : null
}

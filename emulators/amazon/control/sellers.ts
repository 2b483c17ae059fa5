import { z } from 'zod'
import { findMarketplace } from '../sellers/marketplaces.ts'
import { createSeller, type Seller } from '../world.ts'
import { BadCommand, readCommand, type Command } from './command.ts'

const NewSeller = z.strictObject({
  id: z.string().regex(/^[A-Z0-9]{6,20}$/),
  name: z.string().min(1),
  endpoint: z.enum(['na', 'eu', 'fe']),
  marketplaceIds: z.array(z.string()).min(1),
  hasFba: z.boolean().default(true),
})

export const sellerCommands: Command[] = [
  {
    method: 'GET',
    path: '/_control/sellers',
    answer: ({ emulator }) => ({ sellers: Object.values(emulator.state.sellers).map(viewSeller) }),
  },
  {
    method: 'POST',
    path: '/_control/sellers',
    answer(order) {
      const { hasFba, ...given } = readCommand(NewSeller, order)
      const { sellers } = order.emulator.state
      if (sellers[given.id]) throw new BadCommand(409, `There is a seller ${given.id} already.`)
      const foreign = given.marketplaceIds.find((id) => findMarketplace(id)?.endpoint !== given.endpoint)
      if (foreign) throw new BadCommand(400, `${foreign} is no marketplace of ${given.endpoint}.`)
      const seller = { ...createSeller(given), hasFba }
      sellers[seller.id] = seller
      return viewSeller(seller)
    },
  },
]

const viewSeller = ({ id, name, endpoint, marketplaceIds, hasFba, stock }: Seller) => ({
  id,
  name,
  endpoint,
  marketplaceIds,
  hasFba,
  stocked: Object.fromEntries(marketplaceIds.map((place) => [place, Object.keys(stock[place] ?? {}).length])),
})

import { fastify, type FastifyReply } from 'fastify'
import pg from 'pg'
import { orderList, productList, stockList } from './thin-shapes.ts'
import { oneSku, orders, products, searchedOrders, stock, insertOrder } from './thin-statements.ts'

/**
 * What stands between a browser and the tables at the least: Fastify, a pool, one prepared statement for each call. Nobody
 * signs in, nothing is checked, nothing compressed. For one company, on one connection string.
 */
const { DATABASE_URL: connectionString, COMPANY_ID: companyId } = process.env

/** Moments as JSON has them, without making a date of each. */
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => `${text.slice(0, 10)}T${text.slice(11)}:00`)

const pool = new pg.Pool({ connectionString, max: 10 })
const http = fastify()

async function ask<Row extends object>(name: string, text: string, ...values: string[]): Promise<Row[]> {
  const { rows } = await pool.query<Row>({ name, text, values: [companyId, ...values] })
  return rows
}

type Counted = { total: number }

function sendPage(reply: FastifyReply, rows: Counted[]): Counted[] {
  void reply.header('x-total-count', rows[0]?.total ?? 0)
  return rows
}

type Search = { Querystring: { search?: string } }

http.get<Search>('/api/orders', { schema: orderList }, async ({ query: { search } }, reply) =>
  sendPage(reply, await (search === undefined ? ask('orders', orders) : ask('search', searchedOrders, `%${search}%`))),
)
http.get('/api/products', { schema: productList }, async (_request, reply) =>
  sendPage(reply, await ask('products', products)),
)
http.get('/api/inventory', { schema: stockList }, async (_request, reply) => sendPage(reply, await ask('stock', stock)))

http.get<{ Params: { skuId: string } }>('/api/inventory/:skuId', async ({ params }, reply) => {
  const [sku] = await ask<{ body: string }>('sku', oneSku, params.skuId)
  return reply.type('application/json').send(sku?.body)
})

http.post('/orders', async ({ body: order }, reply) => {
  const [made] = await ask<{ body: string }>('order', insertOrder, JSON.stringify(order))
  return reply.code(201).type('application/json').send(made?.body)
})

const url = await http.listen({ host: '127.0.0.1', port: 0 })
process.send?.(url)
// Whoever started it is gone, or wants it to go.
process.once('disconnect', () => process.exit(0))

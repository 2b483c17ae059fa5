import { fastify, type FastifyReply } from 'fastify'
import pg from 'pg'
import { orderList, productList, stockList } from './thin-shapes.ts'
import { oneSku, orders, products, searchedOrders, stock, insertOrder } from './thin-statements.ts'

/**
 * The minimal server between a browser and the tables: Fastify, a pool, one prepared statement for each call. No sign-in, no
 * validation, no compression. For one company.
 */
const { DATABASE_URL: connectionString, COMPANY_ID: companyId } = process.env

/** Timestamps as ISO texts, without creating Date objects. */
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => `${text.slice(0, 10)}T${text.slice(11)}:00`)

const pool = new pg.Pool({ connectionString, max: 10 })
const http = fastify()

async function query<Row extends object>(name: string, text: string, ...values: string[]): Promise<Row[]> {
  const { rows } = await pool.query<Row>({ name, text, values: [companyId, ...values] })
  return rows
}

type RowWithTotal = { total: number }

function sendPage(reply: FastifyReply, rows: RowWithTotal[]): RowWithTotal[] {
  void reply.header('x-total-count', rows[0]?.total ?? 0)
  return rows
}

type Search = { Querystring: { search?: string } }

http.get<Search>('/api/orders', { schema: orderList }, async ({ query: { search } }, reply) =>
  sendPage(
    reply,
    await (search === undefined ? query('orders', orders) : query('search', searchedOrders, `%${search}%`)),
  ),
)
http.get('/api/products', { schema: productList }, async (_request, reply) =>
  sendPage(reply, await query('products', products)),
)
http.get('/api/inventory', { schema: stockList }, async (_request, reply) =>
  sendPage(reply, await query('stock', stock)),
)

http.get<{ Params: { skuId: string } }>('/api/inventory/:skuId', async ({ params }, reply) => {
  const [sku] = await query<{ body: string }>('sku', oneSku, params.skuId)
  return reply.type('application/json').send(sku?.body)
})

http.post('/orders', async ({ body: order }, reply) => {
  const [created] = await query<{ body: string }>('order', insertOrder, JSON.stringify(order))
  return reply.code(201).type('application/json').send(created?.body)
})

const url = await http.listen({ host: '127.0.0.1', port: 0 })
process.send?.(url)
// The parent has exited, or asks this process to exit.
process.once('disconnect', () => process.exit(0))

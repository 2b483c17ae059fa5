/** A page of rows, each with the total count. `$1` is the company. */
const pageOf = (rows: string, total: string) => `select page.*, (${total})::int as total from (${rows}) page`

const orderFields = `
  o.id, o.order_number as "orderNumber", o.external_order_id as "externalOrderId", o.customer_name as "customerName", o.status,
  o.channel_id as "channelId", c.type as "channelType", c.name as "channelName", o.total as "totalAmount", o.currency,
  o.placed_at as "placedAt", o.held_at is not null as "isHeld",
  (select sum(i.quantity)::int from order_items i where i.company_id = $1 and i.order_id = o.id) as "itemCount",
  coalesce((
    select true from attention_items a where a.company_id = $1 and a.order_id = o.id and a.resolved_at is null limit 1
  ), false) as "needsAttention",
  o.partial_reason is not null as "isPartial",
  (
    select case when bool_or(f.cancel_purpose = 'cancel_order') then 'cancelling'
      when bool_or(f.cancel_purpose = 'send_again') then 'resending' else 'sending' end
    from fulfillments f
    where f.company_id = $1 and f.order_id = o.id and (f.status = 'pending' or (
      f.cancel_requested_at is not null and f.status not in ('shipped', 'delivered', 'cancelled', 'unfulfillable')
    ))
    having count(*) > 0
  ) as transit,
  o.shipped_at is not null as "hasShipped", o.delivered_at as "deliveredAt", o.review_requested_at as "reviewRequestedAt",
  coalesce((
    select b.email is not null from customers b where b.company_id = $1 and b.id = o.customer_id
  ), false) as "hasEmail"`

const newestFirst = 'order by o.placed_at desc, o.id desc'
const channelOfOrder = 'left join channels c on c.company_id = $1 and c.id = o.channel_id'

export const orders = pageOf(
  `select ${orderFields} from (select * from orders o where o.company_id = $1 ${newestFirst} limit 50) o
   ${channelOfOrder} ${newestFirst}`,
  'select sum(change) from order_tallies where company_id = $1',
)

/** `$2` is the pattern. */
export const trigrams = `select o.order_id as id, o.placed_at from order_search o
  where o.company_id = $1 and o.document ilike $2`

export const searchedOrders = `with found as materialized (${trigrams}) ${pageOf(
  `select ${orderFields} from (select o.id from found o ${newestFirst} limit 50) newest
   join orders o on o.company_id = $1 and o.id = newest.id ${channelOfOrder} ${newestFirst}`,
  'select count(*) from found',
)}`

export const products = pageOf(
  `select p.id, p.title, p.brand, p.category, p.description, p.is_active as "isActive",
     (select count(*)::int from skus s where s.company_id = $1 and s.product_id = p.id) as "skuCount",
     coalesce((select '/api/images/' || i.id from stored_images i where i.company_id = $1 and i.product_id = p.id),
       p.images[1], p.amazon_images[1]) as "imageUrl"
   from products p where p.company_id = $1 order by p.created_at desc, p.id desc limit 50`,
  'select sum(products) from catalogue_tallies where company_id = $1',
)

const stockFields = `
  s.id, s.sku, s.asin, s.fnsku, s.product_id as "productId", p.title as "productTitle", s.title, s.stock_holder as "stockHolder",
  greatest(s.last_amazon_sync, l.seen_at) as "lastAmazonSync", s.missing_on_amazon_since as "missingOnAmazonSince", l.qty_free as "qtyAvailable",
  l.qty_reserved + l.qty_held as "qtyReserved", l.qty_inbound as "qtyInbound", l.qty_available as "qtyCounted",
  case when l.qty_free + l.qty_reserved + l.qty_held = 0 then 'out_of_stock'
    when l.qty_free <= settings.low_stock_threshold then 'low_stock' else 'in_stock' end as status`

const stockJoins = `
  join products p on p.company_id = $1 and p.id = s.product_id
  join stock_levels l on l.company_id = $1 and l.sku_id = s.id
  join company_settings settings on settings.company_id = $1`

export const stock = pageOf(
  `select ${stockFields}
   from (select * from skus s where s.company_id = $1 and s.is_active order by s.sku limit 50) s ${stockJoins} order by s.sku`,
  'select sum(active_skus) from catalogue_tallies where company_id = $1',
)

/** `$2` is the SKU's id. PostgreSQL builds the JSON, which is faster for one row. Holds are read only if there are any. */
export const oneSku = `
  select row_to_json(one)::text as body from (
    select ${stockFields}, s.version, s.is_active as "isActive", s.safety_buffer as "safetyBuffer",
      settings.safety_buffer as "companyBuffer",
      (
        select json_build_object('accountName', a.name, 'marketplace', s.amazon_marketplace_id)
        from amazon_integrations a where a.company_id = $1 and a.id = s.amazon_integration_id
      ) as "stockedAt",
      json_build_object(
        'source', l.source, 'readAt', l.read_at, 'counted', l.qty_available, 'countedReserved', l.qty_reserved, 'held', l.qty_held,
        'available', l.qty_free, 'buffer', greatest(s.safety_buffer, settings.safety_buffer),
        'sellable', greatest(l.qty_free - greatest(s.safety_buffer, settings.safety_buffer), 0)
      ) as why,
      case when l.qty_held = 0 then json '[]' else (
        select coalesce(json_agg(json_build_object(
          'id', h.id, 'orderId', o.id, 'orderNumber', o.order_number, 'channelType', c.type,
          'quantity', h.quantity, 'createdAt', h.created_at, 'acceptedAt', h.accepted_at
        ) order by h.created_at, h.id), '[]')
        from stock_holds h
        join order_items i on i.company_id = $1 and i.id = h.order_item_id
        join orders o on o.company_id = $1 and o.id = i.order_id
        ${channelOfOrder}
        where h.company_id = $1 and h.sku_id = s.id and h.ended_at is null
      ) end as holds
    from skus s ${stockJoins} where s.company_id = $1 and s.id = $2
  ) one`

/** `$2` is the order with its two lines, as JSON. One durable transaction. */
export const insertOrder = `
  with sent as (
    select * from json_to_record($2) as sent("orderNumber" text, "externalOrderId" text, "customerName" text, total numeric, items json)
  ), made as (
    insert into orders (company_id, id, order_number, external_order_id, customer_name, subtotal, total, placed_at)
    select $1, new_id(), "orderNumber", "externalOrderId", "customerName", total, total, now() from sent returning id
  ), lines as (
    insert into order_items (company_id, id, order_id, position, sku, sku_id, quantity, unit_price, total_price)
    select $1, new_id(), made.id, line.position - 1, line.sku, s.id, line.quantity, line."unitPrice", line.quantity * line."unitPrice"
    from made, sent, rows from (
      json_to_recordset(sent.items) as (sku text, quantity int, "unitPrice" numeric)
    ) with ordinality as line(sku, quantity, "unitPrice", position)
    left join skus s on s.company_id = $1 and s.sku = line.sku
  )
  select json_build_object('id', id)::text as body from made`

import { siteOf } from '../emulator.ts'
import { noRoute } from '../refusal.ts'
import * as check from './checks.ts'
import type { Operation } from './operation.ts'

/** What the API says of the site itself. The index needs no key. */
export const siteOperations: Operation[] = [
  {
    name: 'index',
    method: 'GET',
    path: '/',
    isOpen: true,
    query: { _fields: check.text },
    answer: ({ emulator, shop }) => ({
      data: {
        name: shop.name,
        description: '',
        url: siteOf(emulator, shop),
        home: siteOf(emulator, shop),
        gmt_offset: 0,
        timezone_string: 'UTC',
        namespaces: ['oembed/1.0', 'wc/v3', 'wc/v2', 'wc/store/v1', 'wp/v2'],
        routes: {
          '/wc/v3/orders': {},
          ...(shop.fulfillmentsOn ? { '/wc/v3/orders/(?P<order_id>[\\d]+)/fulfillments': {} } : {}),
        },
      },
    }),
  },
  {
    name: 'currency',
    method: 'GET',
    path: '/wc/v3/data/currencies/current',
    answer: ({ shop }) => ({ data: { code: shop.currency, name: shop.currency, symbol: '' } }),
  },
  {
    name: 'settings',
    method: 'GET',
    path: '/wc/v3/settings/:group/:setting',
    answer({ shop, params }) {
      const values: Record<string, boolean> = {
        woocommerce_manage_stock: shop.managesStock,
        woocommerce_prices_include_tax: false,
      }
      const id = params['setting'] ?? ''
      if (!(id in values)) throw noRoute()
      return { data: { id, type: 'checkbox', default: 'yes', value: values[id] ? 'yes' : 'no' } }
    },
  },
  {
    name: 'system-status',
    method: 'GET',
    path: '/wc/v3/system_status',
    query: { _fields: check.text },
    answer: ({ shop }) => ({ data: { environment: { version: shop.version, wp_version: '7.1' } } }),
  },
]

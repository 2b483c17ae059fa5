import { jsonReply, type Reply } from '../http.ts'

/** An error of the REST API, in the form of WordPress. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly data: object

  constructor(status: number, code: string, message: string, data: object = {}) {
    super(message)
    this.status = status
    this.code = code
    this.data = data
  }
}

/** A request that the adapter should never make; it is counted. */
export class InvalidRequest extends Refusal {
  constructor(name: string, why: string) {
    super(400, 'rest_invalid_param', `Invalid parameter(s): ${name}`, { params: { [name]: why } })
  }
}

export const refusalBody = ({ status, code, message, data }: Refusal) => ({ code, message, data: { status, ...data } })

export const refusalReply = (refusal: Refusal): Reply => jsonReply(refusal.status, refusalBody(refusal))

export const noRoute = () =>
  new Refusal(404, 'rest_no_route', 'No route was found matching the URL and request method.')

export const unknownKey = () => new Refusal(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')

export const missingKey = () => new Refusal(401, 'woocommerce_rest_authentication_error', 'Consumer key is missing.')

export const wrongSecret = () =>
  new Refusal(401, 'woocommerce_rest_authentication_error', 'Consumer secret is invalid.')

export const noPermission = (what: 'read' | 'write') =>
  new Refusal(401, 'woocommerce_rest_authentication_error', `The API key provided does not have ${what} permissions.`)

/** Reading an unknown order is 404, changing it 400. */
export const noSuchOrder = (method: string) =>
  method === 'GET'
    ? new Refusal(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
    : new Refusal(400, 'woocommerce_rest_shop_order_invalid_id', 'ID is invalid.')

export const noSuchProduct = (status: number) =>
  new Refusal(status, 'woocommerce_rest_product_invalid_id', 'Invalid ID.')

export const noSuchWebhook = () => new Refusal(404, 'woocommerce_rest_shop_webhook_invalid_id', 'ID is invalid.')

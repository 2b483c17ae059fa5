/** WordPress plugin that receives Lockstep's webhooks. It reads its secret from wp-config.php. */
export const wooPlugin = `<?php
/**
 * Plugin Name: Lockstep
 * Description: Takes in stock, prices and tracking numbers from Lockstep.
 * Requires Plugins: woocommerce
 */

add_action('rest_api_init', function () {
    register_rest_route('lockstep/v1', '/events', [
        'methods' => 'POST',
        'permission_callback' => 'lockstep_is_genuine',
        'callback' => 'lockstep_receive',
    ]);
});

function lockstep_is_genuine(WP_REST_Request $request): bool
{
    $id = $request->get_header('webhook-id');
    $timestamp = $request->get_header('webhook-timestamp');
    if (!$id || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $secret = substr(LOCKSTEP_SIGNING_SECRET, strlen('whsec_'));
    $key = base64_decode($secret);
    $signed = "$id.$timestamp." . $request->get_body();
    $hash = hash_hmac('sha256', $signed, $key, true);
    $expected = 'v1,' . base64_encode($hash);
    $given = (string) $request->get_header('webhook-signature');
    foreach (explode(' ', $given) as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

function lockstep_receive(WP_REST_Request $request)
{
    $event = $request->get_json_params();
    if ($event['type'] === 'inventory.updated') {
        array_walk($event['data']['items'], 'lockstep_offer');
    }
    if ($event['type'] === 'order.shipped') {
        lockstep_ship($event['data']);
    }
    return new WP_REST_Response(null, 204);
}

function lockstep_offer(array $item): void
{
    $id = wc_get_product_id_by_sku($item['sku']);
    $id = $id ?: (int) $item['externalId'];
    $product = wc_get_product($id);
    if (!$product) {
        return;
    }
    $product->set_manage_stock(true);
    $quantity = $item['isVisible'] ? $item['sellable'] : 0;
    $product->set_stock_quantity($quantity);
    if ($item['price'] !== null) {
        $price = $item['price'];
        $before = $item['compareAtPrice'];
        $product->set_regular_price($before ?? $price);
        $product->set_sale_price($before === null ? '' : $price);
    }
    $product->save();
}

function lockstep_ship(array $data): void
{
    $order = wc_get_order((int) $data['externalOrderId']);
    if (!$order) {
        return;
    }
    $known = (array) $order->get_meta('_lockstep_tracking');
    foreach ($data['shipments'] as $shipment) {
        $number = $shipment['trackingNumber'];
        if (in_array($number, $known, true)) {
            continue;
        }
        $known[] = $number;
        $note = 'Shipped: ' . $shipment['carrier'] . ' ' . $number;
        $order->add_order_note($note, true);
    }
    $order->update_meta_data('_lockstep_tracking', $known);
    $order->set_status('completed');
    $order->save();
}
`

export const wooConfig = (signingSecret: string): string => `define('LOCKSTEP_SIGNING_SECRET', '${signingSecret}');`

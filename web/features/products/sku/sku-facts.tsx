import { formatMoney, type Money } from '#contract/money.ts'
import type { SkuRow } from '#contract/products.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { type LabelledFact, FactList } from '../fact-list.tsx'

export function SkuFacts({ sku }: { sku: SkuRow }) {
  return <FactList facts={skuFacts(sku)} />
}

function skuFacts(sku: SkuRow): LabelledFact[] {
  const { dimensions } = sku
  return [
    { label: 'Compare-at price', value: moneyText(sku.compareAtPrice) },
    { label: 'Cost', value: moneyText(sku.cost) },
    { label: 'Weight', value: sku.weight && `${sku.weight} ${sku.weightUnit}` },
    {
      label: 'Dimensions',
      value: dimensions && `${dimensions.length} × ${dimensions.width} × ${dimensions.height} ${dimensions.unit}`,
    },
    { label: 'Pack quantity', value: formatNumber(sku.packageQuantity) },
    { label: 'Safety buffer', value: formatNumber(sku.safetyBuffer) },
    { label: 'ASIN', value: sku.asin },
    { label: 'FNSKU', value: sku.fnsku },
    { label: 'Stock held by', value: sku.stockHolder === 'amazon' ? 'Amazon' : 'You' },
    { label: 'Shipping template', value: sku.shippingTemplate },
    { label: 'Prep instructions', value: sku.prepInstructions },
    { label: 'Hazmat', value: sku.isHazmat ? 'Yes' : 'No' },
    {
      label: 'Amazon sync',
      value: sku.lastAmazonSync ? <RelativeTime moment={sku.lastAmazonSync} /> : 'Never synced',
    },
  ]
}

const moneyText = (amount: Money | null) => amount && formatMoney(amount)

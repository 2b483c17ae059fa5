import { formatCount } from '#web/lib/figures.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { OrderSelection } from './use-selection.ts'

type SelectAllProps = { selection: OrderSelection; shown: number }

export function SelectAll({ selection: { orders, isAll, selectAll, clear }, shown }: SelectAllProps) {
  return (
    <Checkbox
      ref={(box) => {
        if (box) box.indeterminate = orders.length > 0 && !isAll
      }}
      label={`Select all ${formatCount(shown, 'order')} shown`}
      checked={isAll}
      onChange={isAll ? clear : selectAll}
    />
  )
}

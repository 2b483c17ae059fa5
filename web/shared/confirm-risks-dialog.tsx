import { useState } from 'react'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import type { RiskQuestion, RiskyChange } from '#contract/risky-values.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type ConfirmRisksDialogProps = { question: RiskQuestion; onConfirm: () => void; onClose: () => void }

/**
 * Risky values, each with its old value and the reason. A tick comes before the button, so that no double click and no second press
 * of Enter confirms what nobody has seen.
 */
export function ConfirmRisksDialog({ question, onConfirm, onClose }: ConfirmRisksDialogProps) {
  const [isChecked, setIsChecked] = useState(false)
  const { changes, total } = question
  const isOne = total === 1
  const hidden = total - changes.length

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('{total, plural, one {Is this value right?} other {Are these # values right?}}', { total })}
      cancelLabel={t('Go back')}
      confirmLabel={t('{total, plural, one {Apply this value} other {Apply # values}}', { total })}
      isDangerous
      blockReason={isChecked ? null : t('Check the box first.')}
      onConfirm={onConfirm}
      details={
        <>
          <ul aria-label={t('Values to check')} className="divide-y rounded-md border">
            {changes.map((change) => (
              <Change key={`${change.sku} ${change.field}`} change={change} />
            ))}
          </ul>
          {hidden > 0 && <p className="text-sm text-muted">{t('And {hidden} more.', { hidden })}</p>}
          <Checkbox
            label={isOne ? t('I checked it') : t('I checked them')}
            checked={isChecked}
            onChange={({ target }) => setIsChecked(target.checked)}
          />
        </>
      }
    >
      <p>
        {isOne
          ? t('It looks like a typo. Nothing has been saved yet.')
          : t('They look like typos. Nothing has been saved yet.')}
      </p>
    </ConfirmDialog>
  )
}

const fieldLabels = { price: t('Price'), quantity: t('Quantity') } satisfies Record<RiskyChange['field'], string>

function Change({ change: { sku, field, from, to, why } }: { change: RiskyChange }) {
  const format = field === 'price' ? formatMoney : formatNumber
  return (
    <li className="grid gap-0.5 px-3 py-2 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{sku}</span>
        <span>
          {fieldLabels[field]} {from === null ? '' : `${format(from)} → `}
          <strong>{format(to)}</strong>
        </span>
      </p>
      <p className="text-warning">{why}</p>
    </li>
  )
}

import { type SyntheticEvent, useRef, useState } from 'react'
import { t } from '#contract/i18n.ts'
import {
  type AdjustmentReason,
  adjustmentReasonLabels,
  adjustmentReasons,
  inventoryApi,
  type InventoryRow,
  type StockAdjustment,
} from '#contract/inventory.ts'
import { amazonOverwrites } from '#contract/sheet.ts'
import { ApiError, errorMessage } from '#web/lib/api-error.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Select } from '#web/ui/select.tsx'
import { useAdjustQuantity } from './api.ts'

type CountedSku = Pick<InventoryRow, 'id' | 'sku' | 'qtyCounted' | 'qtyAvailable' | 'stockHolder'>

type AdjustQuantityProps = { sku: CountedSku; isInTable?: boolean; children: string }

/** A button that opens the form beside it: Enter saves, Escape leaves. */
export function AdjustQuantity({ sku, isInTable = false, children }: AdjustQuantityProps) {
  const [isOpen, setIsOpen] = useState(false)
  const adjust = useAdjustQuantity()

  function setOpen(next: boolean) {
    setIsOpen(next)
    if (next) adjust.reset()
  }

  return (
    <Popover
      label={t('Quantity for {sku}', { sku: sku.sku })}
      isOpen={isOpen}
      onOpenChange={setOpen}
      isPinned={adjust.isPending}
      trigger={
        <PermittedButton
          access={inventoryApi.adjust.access}
          task={t('change quantities')}
          variant={isInTable ? 'quiet' : 'secondary'}
          size="small"
          className={isInTable ? '-mr-2.5 text-ink!' : undefined}
          aria-label={t('Change quantity for {sku}, {children}', { sku: sku.sku, children })}
        >
          {children}
        </PermittedButton>
      }
    >
      <QuantityForm sku={sku} adjust={adjust} onClose={() => setIsOpen(false)} />
    </Popover>
  )
}

type QuantityFormProps = { sku: CountedSku; adjust: ReturnType<typeof useAdjustQuantity>; onClose: () => void }

function QuantityForm({ sku, adjust, onClose }: QuantityFormProps) {
  const form = useAdjustmentForm(sku.qtyCounted)
  const { typed, reason, note, problem, isChangedMeanwhile } = form

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    const adjustment = form.check()
    if (!adjustment) return
    try {
      await adjust.mutateAsync({ ...adjustment, skuId: sku.id })
      onClose()
    } catch {
      form.focusQuantity()
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      <Field label={t('Units counted')} hint={heldHint(sku)} error={problem.quantity}>
        {(control) => (
          <Input
            {...control}
            ref={form.quantityBox}
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => form.setTyped(target.value)}
          />
        )}
      </Field>
      <Field label={t('Reason')}>
        {(control) => (
          <Select {...control} options={reasonOptions} value={reason} onValueChange={(next) => form.setReason(next)} />
        )}
      </Field>
      <Field label={t('Note')} isOptional={reason !== 'other'} error={problem.note}>
        {(control) => (
          <Input
            {...control}
            value={note}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => form.setNote(target.value)}
          />
        )}
      </Field>
      {sku.stockHolder === 'amazon' && <p className="text-muted">{amazonOverwrites}</p>}
      {isChangedMeanwhile && (
        <Alert tone="warning">
          {t('The count has changed. It is now {qtyCounted}.', { qtyCounted: sku.qtyCounted })}
        </Alert>
      )}
      {adjust.error && !isQuestion(adjust.error) && <Alert tone="danger">{errorMessage(adjust.error)}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button size="small" type="submit" variant="primary" isPending={adjust.isPending}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}

const reasonOptions = adjustmentReasons.map((value) => ({ value, label: adjustmentReasonLabels[value] }))

/** A person has gone back from the question about a risky value: nothing failed. */
const isQuestion = (error: unknown) => error instanceof ApiError && error.risks !== null

function heldHint({ qtyCounted, qtyAvailable }: CountedSku): string | undefined {
  const held = qtyCounted - qtyAvailable
  if (held <= 0) return undefined
  return t('{held} of {qtyCounted, plural, one {# unit} other {# units}} reserved for orders', { held, qtyCounted })
}

type Problem = { quantity?: string; note?: string }

/** The state of the form. `counted` is the current count, which may change while the form is open. */
function useAdjustmentForm(counted: number) {
  const [opened] = useState(counted)
  const [typed, setTyped] = useState(String(counted))
  const [reason, setReason] = useState<AdjustmentReason>('counted')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<Problem>({})
  const quantityBox = useRef<HTMLInputElement>(null)
  const focusQuantity = () => quantityBox.current?.focus()

  function check(): StockAdjustment | null {
    const quantity = /^\d{1,8}$/.test(typed.trim()) ? Number(typed) : null
    const found: Problem = {
      ...(quantity === null && { quantity: t('Enter a whole number, 0 or more') }),
      ...(reason === 'other' && note.trim() === '' && { note: t('Say what happened') }),
    }
    setProblem(found)
    if (found.quantity) focusQuantity()
    if (quantity === null || found.note) return null
    return { quantity, from: counted, reason, note }
  }

  return {
    typed,
    setTyped,
    reason,
    setReason,
    note,
    setNote,
    problem,
    quantityBox,
    focusQuantity,
    check,
    isChangedMeanwhile: counted !== opened,
  }
}

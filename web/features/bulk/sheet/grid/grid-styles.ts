import { cva } from 'class-variance-authority'

export const headerHeight = 36

/** Column widths, shared by the heading and the rows. */
export const columnStyles =
  'grid grid-cols-[8rem_minmax(13rem,1fr)_6rem_6rem_7.5rem_8.5rem_7rem] md:grid-cols-[9.5rem_minmax(13rem,1fr)_6rem_6rem_7.5rem_8.5rem_7rem]'

/** Below this width the grid scrolls horizontally. */
export const widthStyles = 'min-w-[56rem]'

/**
 * Performance: scrolling renders hundreds of cells, so a cell is one element and is positioned only if it holds an editor
 * or the fill handle.
 */
export const cellStyles = cva(
  'truncate border-r border-b px-2 text-sm/10 select-none md:text-sm/8 [&>svg]:mr-1.5 [&>svg]:inline [&>svg]:size-3.5 [&>svg]:align-[-0.125em]',
  {
    variants: {
      isNumber: { true: 'text-right', false: '' },
      isFirst: { true: 'sticky left-0 z-1 border-l-3 font-medium', false: '' },
      bar: { none: 'border-l-transparent', modified: 'border-l-info', bad: 'border-l-danger' },
      background: {
        plain: 'bg-raised',
        changed: 'bg-info-soft',
        bad: 'bg-danger-soft text-danger',
        selected: 'bg-accent-soft forced-colors:outline forced-colors:-outline-offset-1',
      },
      isActive: {
        true: 'outline-2 -outline-offset-2 outline-line-strong group-focus-within/sheet:outline-accent',
        false: '',
      },
      isPositioned: { true: '', false: '' },
    },
    compoundVariants: [{ isFirst: false, isPositioned: true, class: 'relative' }],
  },
)

export const headingStyles = cva(
  'flex items-center border-r border-b bg-sunken px-2 text-xs font-medium text-muted last:border-r-0',
  {
    variants: {
      isNumber: { true: 'justify-end', false: '' },
      isFirst: { true: 'sticky left-0 z-1 border-l-3 border-l-transparent', false: '' },
    },
  },
)

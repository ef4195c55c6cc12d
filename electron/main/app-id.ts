/** The product's name to Windows, as its installer writes it: notifications are shown, and windows put together, under it. */
export const APP_ID = 'mewcode.desktop'

export { default, handler } from "./[...target].tsx";

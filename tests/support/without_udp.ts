/** For `--preload`: a platform that has no UDP. */
Reflect.deleteProperty(Deno, "listenDatagram");

// Shrinks a chosen picture before it is sent: a phone's pictures have ten times the pixels needed here, and
// contain where they were taken. A picture that the browser cannot convert is sent as it is; the service
// checks it.
(() => {
  "use strict";
  const portrait = 512; // Pixels of the longer side: three for each that a portrait has on a sharp screen.
  const most = 512 * 1024; // Bytes that the service takes.

  // `side` in pixels: a form may need more to be read, such as a receipt.
  async function smaller(file, side) {
    const whole = await createImageBitmap(file);
    const scale = Math.min(1, side / Math.max(whole.width, whole.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(whole.width * scale));
    canvas.height = Math.max(1, Math.round(whole.height * scale));
    const pen = canvas.getContext("2d");
    pen.fillStyle = "white"; // Behind what is see-through.
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(whole, 0, 0, canvas.width, canvas.height);
    whole.close();
    const drawn = (quality) => new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
    const fine = await drawn(0.85);
    return fine && fine.size > most ? drawn(0.5) : fine;
  }

  document.addEventListener("change", async (event) => {
    const field = event.target;
    const form = field.closest ? field.closest("form[data-picture]") : null;
    const file = field.files && field.files[0];
    if (!form || !file || !window.createImageBitmap || !window.DataTransfer) return;
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      const picture = await smaller(file, Number(form.dataset.picture) || portrait);
      // Another one may have been chosen meanwhile.
      if (picture && field.files[0] === file) {
        const box = new DataTransfer();
        box.items.add(new File([picture], "picture.jpg", { type: "image/jpeg" }));
        field.files = box.files;
      }
    } catch (reason) {
      console.info("the picture is sent as it is:", reason);
    } finally {
      button.disabled = false;
    }
  });
})();
